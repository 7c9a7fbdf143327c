import { gatherInto, javascriptKernels } from '@marquetry/bit-io';
import { type BytesValues, createColumnBuffer, createLimits, type Kernels, PhysicalType } from '@marquetry/core';
import { describe, expect, test } from 'vitest';

/** Returns `count` entries of up to `longest` bytes. In memory, `behind` bytes of other data follow them. */
function dictionaryOf(count: number, longest: number, behind: number): BytesValues {
  const offsets = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    const size = i === 1 ? longest : (i * 7919) % (longest + 1);
    offsets[i + 1] = (offsets[i] as number) + size;
  }
  const size = offsets[count] as number;
  const memory = new Uint8Array(size + behind).fill(0xee);
  for (let i = 0; i < size; i++) memory[i] = (i * 31) & 0x7f;
  return { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: count, offsets, data: memory.subarray(0, size) };
}

const entryOf = ({ data, offsets }: BytesValues, i: number): number[] => [...data.subarray(offsets[i], offsets[i + 1])];

test.each([1, 3, 4, 5, 8, 9, 16, 17, 24, 25, 32, 33, 40, 96, 97, 300])(
  'gatherInto copies entries of up to %i bytes, whatever bytes follow the dictionary in memory',
  (longest) => {
    for (const behind of [0, 1, 15, 16, 32, 400]) {
      for (const count of [2, 3, 40]) {
        const dictionary = dictionaryOf(count, longest, behind);
        // The second call appends entries after those of the first call.
        const buffer = createColumnBuffer({ type: PhysicalType.BYTE_ARRAY, width: 0 });
        const indices = Int32Array.from({ length: 300 }, (_, i) => (i * 13) % count);
        gatherInto(buffer, dictionary, indices, 0, 100, javascriptKernels);
        gatherInto(buffer, dictionary, indices, 100, 200, javascriptKernels);
        const { values } = buffer;
        if (values.layout !== 'bytes') throw new Error(values.layout);
        const found = Array.from({ length: values.length }, (_, i) => entryOf(values, i));
        expect(found).toEqual([...indices].map((index) => entryOf(dictionary, index)));
      }
    }
  },
);

describe('kernels that gather and measure in one pass', () => {
  const type = { type: PhysicalType.BYTE_ARRAY, width: 0 };
  const indices = Int32Array.from({ length: 100 }, (_, i) => i & 1);

  /**
   * Gathers 100 copies of two entries that have the given sizes. Returns, for each call of the kernel, whether the ends
   * of the copies had already been computed.
   */
  function gathered(sizes: readonly [number, number], decodedBytes?: number) {
    const [first, second] = sizes;
    const offsets = Int32Array.of(0, first, first + second);
    const data = Uint8Array.from({ length: first + second }, (_, i) => i);
    const dictionary: BytesValues = { layout: 'bytes', type: PhysicalType.BYTE_ARRAY, length: 2, offsets, data };
    const measured: boolean[] = [];
    const gatherBytes: Kernels['gatherBytes'] = (starts, source, places, from, count, ends, at, target) => {
      measured.push((ends[at + 1] as number) > 0);
      for (let i = 0; i < count; i++) {
        const index = places[from + i] as number;
        const entry = source.subarray(starts[index], starts[index + 1]);
        target.set(entry, ends[at + i]);
        ends[at + i + 1] = (ends[at + i] as number) + entry.length;
      }
      return count;
    };
    const buffer = createColumnBuffer(type, {
      limits: createLimits(decodedBytes === undefined ? {} : { decodedBytes }),
    });
    gatherInto(buffer, dictionary, indices, 0, 100, { ...javascriptKernels, gatherBytes });
    const { values } = buffer;
    if (values.layout !== 'bytes') throw new Error(values.layout);
    const found = Array.from({ length: values.length }, (_, i) => entryOf(values, i));
    expect(found).toEqual([...indices].map((index) => entryOf(dictionary, index)));
    return measured;
  }

  test('gatherInto copies entries of similar size into new memory without measuring them first', () => {
    expect(gathered([2, 3])).toEqual([false]);
  });

  test('gatherInto measures entries of different sizes before it copies them', () => {
    expect(gathered([1, 2])).toEqual([true]);
  });

  test('gatherInto accepts 100 entries within the limit, even if 100 copies of the longest entry would exceed it', () => {
    expect(gathered([40, 60], 5000)).toEqual([true]);
    expect(() => gathered([40, 60], 4999)).toThrow(expect.objectContaining({ code: 'LIMIT' }));
  });
});

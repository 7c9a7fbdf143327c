import { gatherInto, javascriptKernels } from '@marquetry/bit-io';
import { type BytesValues, createColumnBuffer, PhysicalType } from '@marquetry/core';
import { expect, test } from 'vitest';

/** `count` entries of up to `longest` bytes, whose array has `behind` bytes of other memory behind it. */
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
  'entries of up to %i bytes are gathered whole, whatever lies behind the dictionary',
  (longest) => {
    for (const behind of [0, 1, 15, 16, 32, 400]) {
      for (const count of [2, 3, 40]) {
        const dictionary = dictionaryOf(count, longest, behind);
        // Twice: the second time, entries follow others.
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

import {
  type ColumnBuffer,
  createColumnBuffer,
  createLimits,
  type DirectValues,
  isParquetError,
  PhysicalType,
  widthOf,
} from '@marquetry/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendFixedBytes, appendValues, gatherInto, javascriptKernels, spreadInPlace } from '../src/index.js';
import { noise } from './reference.js';

/** Returns every value as a string that can be compared. The string of a byte array lists its bytes. */
function list(values: DirectValues): string[] {
  return Array.from({ length: values.length }, (_, i) => {
    if (values.layout === 'bits') return String((values.data[i >> 3]! >> (i & 7)) & 1);
    if (values.layout === 'bytes') return values.data.slice(values.offsets[i], values.offsets[i + 1]).join();
    const { data, width } = values;
    return new Uint8Array(data.buffer, data.byteOffset + i * width, width).join();
  });
}

function bufferOf(type: PhysicalType, width: number): ColumnBuffer {
  return createColumnBuffer({ type, width });
}

/** Returns `count` pseudo-random values. */
function some(type: PhysicalType, width: number, count: number, seed = 1): DirectValues {
  const target = bufferOf(type, width);
  target.reserve(count, 40 * count);
  if (target.layout === 'bytes') {
    target.data.set(noise(40 * count, seed));
    for (let i = 0; i < count; i++) target.offsets[i + 1] = target.offsets[i]! + ((i * 7 + seed) % 40);
    target.length = count;
  } else if (target.layout === 'fixed') {
    appendFixedBytes(target, noise(1 + count * width, seed), 1, count);
  } else {
    target.data.set(noise(Math.ceil(count / 8), seed));
    const rest = count & 7;
    if (rest > 0) target.data[count >> 3]! &= (1 << rest) - 1;
    target.length = count;
  }
  return target.values;
}

/** Checks that the bits of a bitmap at and after its length are 0. */
function expectCleanEnd(target: ColumnBuffer): void {
  if (target.layout !== 'bits') return;
  for (let i = target.length; i < 8 * target.data.length; i++) expect((target.data[i >> 3]! >> (i & 7)) & 1).toBe(0);
}

const columns: readonly (readonly [string, PhysicalType, number])[] = [
  ...Object.entries(PhysicalType)
    .filter(([, type]) => type !== PhysicalType.FIXED_LEN_BYTE_ARRAY)
    .map(([name, type]) => [name, type, widthOf(type)] as const),
  ...[0, 1, 2, 3, 4, 5, 8, 12, 16, 33].map((n) => [`FIXED_LEN_BYTE_ARRAY(${n})`, 7, n] as const),
];

describe.each(columns)('column buffers of %s', (_, type, width) => {
  const nulls = width > 0 || type !== PhysicalType.FIXED_LEN_BYTE_ARRAY ? new Array<number>(width).fill(0).join() : '';
  const nothing = type === PhysicalType.BOOLEAN ? '0' : nulls;

  it('appendValues appends any range of values to a buffer', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { maxLength: 6 }), (ranges) => {
        const values = some(type, width, 50);
        const target = bufferOf(type, width);
        const expected: string[] = [];
        for (const [a, b] of ranges) {
          appendValues(target, values, Math.min(a, b), Math.max(a, b));
          expected.push(...list(values).slice(Math.min(a, b), Math.max(a, b)));
        }
        expect(list(target.values)).toEqual(expected);
        expectCleanEnd(target);
      }),
      { numRuns: 50 },
    );
  });

  it('gatherInto copies the dictionary entries that the indices select', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(29), { maxLength: 60 }), fc.nat(5), (picks, from) => {
        const dictionary = some(type, width, 30, 5);
        const target = bufferOf(type, width);
        appendValues(target, dictionary, 0, 3);
        const indices = Int32Array.from([...new Array<number>(from).fill(99), ...picks]);
        gatherInto(target, dictionary, indices, from, picks.length, javascriptKernels);
        const entries = list(dictionary);
        expect(list(target.values)).toEqual([...entries.slice(0, 3), ...picks.map((i) => entries[i])]);
        expectCleanEnd(target);
      }),
      { numRuns: 50 },
    );
  });

  it('spreadInPlace moves values to the positions of the 1 bits, and fills the positions of nulls with 0, false or empty values', () => {
    const slots = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 40 })), { maxLength: 8 });
    fc.assert(
      fc.property(slots, fc.oneof(fc.nat(20), fc.constantFrom(0, 8, 16)), (parts, before) => {
        const present = parts.flatMap(([kind, n]) =>
          Array.from({ length: n }, (_, i) => (kind < 2 ? kind : (i * 5) & 1)),
        );
        const bits = new Uint8Array(Math.ceil(present.length / 8));
        present.forEach((value, i) => {
          bits[i >> 3]! |= value << (i & 7);
        });
        const valueCount = present.reduce((sum, value) => sum + value, 0);
        const values = some(type, width, before + valueCount, 3);
        const target = bufferOf(type, width);
        appendValues(target, values, 0, before + valueCount);
        spreadInPlace(target, before, valueCount, bits, present.length);
        const entries = list(values);
        let next = before;
        expect(target.length).toBe(before + present.length);
        expect(list(target.values)).toEqual([
          ...entries.slice(0, before),
          ...present.map((value) => (value === 1 ? entries[next++] : nothing)),
        ]);
        expectCleanEnd(target);
      }),
      { numRuns: 60 },
    );
  });
});

describe('functions that append to a buffer', () => {
  const codeOf = (run: () => void): string => {
    try {
      run();
      return 'nothing thrown';
    } catch (error) {
      return isParquetError(error) ? error.code : String(error);
    }
  };
  const int32 = some(PhysicalType.INT32, 4, 10);

  it('appendValues and gatherInto reject values whose type or width differs from that of the buffer', () => {
    expect(codeOf(() => appendValues(bufferOf(PhysicalType.FLOAT, 4), int32, 0, 1))).toBe('INVALID_ARGUMENT');
    const target = bufferOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, 3);
    const values = some(PhysicalType.FIXED_LEN_BYTE_ARRAY, 4, 2);
    expect(codeOf(() => gatherInto(target, values, new Int32Array(1), 0, 1, javascriptKernels))).toBe(
      'INVALID_ARGUMENT',
    );
  });

  it('gatherInto throws LIMIT before it copies any byte', () => {
    const dictionary = some(PhysicalType.BYTE_ARRAY, 0, 10);
    const limits = createLimits({ decodedBytes: 4000 });
    const target = createColumnBuffer({ type: PhysicalType.BYTE_ARRAY, width: 0 }, { limits });
    const indices = new Int32Array(900).fill(5);
    expect(codeOf(() => gatherInto(target, dictionary, indices, 0, 900, javascriptKernels))).toBe('LIMIT');
    expect(target.length).toBe(0);
  });
});

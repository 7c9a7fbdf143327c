import { copyValues, sliceValues, type Values } from '@marquetry/core';
import { describe, expect, test } from 'vitest';
import { bits, bytes, fixed3, indices, int64 } from './sample-values.js';

const layouts: readonly [string, Values][] = [
  ['bits', bits],
  ['fixed, 8 bytes', int64],
  ['fixed, 3 bytes', fixed3],
  ['bytes', bytes],
  ['dictionary', indices],
];

/** Returns the ArrayBuffers of all arrays in the values. */
function memory(values: Values): ArrayBufferLike[] {
  if (values.layout === 'dictionary') return [values.indices.buffer, ...memory(values.dictionary)];
  return values.layout === 'bytes' ? [values.data.buffer, values.offsets.buffer] : [values.data.buffer];
}

describe('copyValues', () => {
  test.each(layouts)('copyValues copies all memory of %s', (_, values) => {
    const copy = copyValues(values);
    expect(copy.length).toBe(values.length);
    for (const buffer of memory(copy)) expect(memory(values)).not.toContain(buffer);
  });

  test('copyValues copies only the memory in use, so that offsets start at 0 and data ends after the last value', () => {
    expect(copyValues(bytes)).toEqual({
      layout: 'bytes',
      type: 6,
      length: 3,
      offsets: Int32Array.of(0, 2, 2, 5),
      data: new TextEncoder().encode('abcde'),
    });
    expect(copyValues(fixed3).data).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6));
    expect(copyValues(int64)).toEqual(int64);
    expect(copyValues({ ...int64, length: 2 }).data).toEqual(int64.data.slice(0, 2));
    expect(copyValues({ ...bits, data: Uint8Array.of(...bits.data, 0, 0) })).toEqual(bits);
  });

  test('copyValues also copies the dictionary of the values', () => {
    const copy = copyValues(indices);
    if (copy.layout !== 'dictionary') throw new Error(copy.layout);
    expect(copy.indices).toEqual(indices.indices);
    expect(copy.dictionary).toEqual(copyValues(bytes));
  });
});

describe('sliceValues', () => {
  test('sliceValues slices bits at any position, and clears the bits after the slice', () => {
    expect(sliceValues(bits, 3, 12)).toEqual({ ...bits, length: 9, data: Uint8Array.of(0b10110110, 0b1) });
    expect(sliceValues(bits, 0, 13)).toEqual(bits);
    expect(sliceValues(bits, 5, 5)).toEqual({ ...bits, length: 0, data: new Uint8Array(0) });
  });

  test('slices of fixed-width values share memory with the values', () => {
    const slice = sliceValues(int64, 1, 3);
    expect(slice).toEqual({ ...int64, length: 2, data: BigInt64Array.of(2n ** 62n, 3n) });
    expect(memory(slice)).toEqual(memory(int64));
    expect(sliceValues(fixed3, 1, 2)).toEqual({ ...fixed3, length: 1, data: Uint8Array.of(4, 5, 6) });
  });

  test('slices of byte arrays share the data with the values', () => {
    const slice = sliceValues(bytes, 1, 3);
    expect(slice).toEqual({ ...bytes, length: 2, offsets: Int32Array.of(4, 4, 7) });
    expect(memory(slice)).toEqual(memory(bytes));
  });

  test('slices of dictionary values share the dictionary', () => {
    const slice = sliceValues(indices, 1, 3);
    expect(slice).toEqual({ ...indices, length: 2, indices: Int32Array.of(0, 0) });
  });

  test.each(layouts)('sliceValues rejects the range %s', (_, values) => {
    for (const [from, to] of [
      [0, values.length + 1],
      [-1, 1],
      [2, 1],
      [Number.NaN, 1],
    ] as const) {
      expect(() => sliceValues(values, from, to)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    }
  });
});

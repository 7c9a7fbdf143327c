import { type DirectValues, PhysicalType } from '@marquetry/core';
import { columnOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { indicesFault, layoutFault } from '../src/validate/layout.js';

const { BOOLEAN, INT32, FLOAT, DOUBLE, INT64, INT96, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY } = PhysicalType;

function fixed(type: PhysicalType, width: number, length: number, data: object): DirectValues {
  return { layout: 'fixed', type, width, length, data } as DirectValues;
}
const bits = (length: number, data: object): DirectValues =>
  ({ layout: 'bits', type: BOOLEAN, length, data }) as DirectValues;
const texts = (length: number, offsets: object, size: number): DirectValues =>
  ({ layout: 'bytes', type: BYTE_ARRAY, length, offsets, data: new Uint8Array(size) }) as DirectValues;

/** Returns the fault that `layoutFault` finds in the values, for a column of the same type. */
const faultOf = (values: DirectValues): string | undefined =>
  layoutFault(values, columnOf(values.type, [0, 0], values.layout === 'fixed' ? values.width : 0))?.reason;

test.each<[what: string, DirectValues]>([
  ['INT32 in an Int32Array', fixed(INT32, 4, 2, new Int32Array(2))],
  ['INT64 in a BigInt64Array', fixed(INT64, 8, 2, new BigInt64Array(2))],
  ['FLOAT in a Float32Array that is longer than necessary', fixed(FLOAT, 4, 2, new Float32Array(3))],
  ['an empty array of DOUBLE', fixed(DOUBLE, 8, 0, new Float64Array(0))],
  ['INT96 in 12 bytes each', fixed(INT96, 12, 2, new Uint8Array(24))],
  ['FIXED_LEN_BYTE_ARRAY(5) in 5 bytes each', fixed(FIXED_LEN_BYTE_ARRAY, 5, 2, new Uint8Array(10))],
  ['9 BOOLEAN in 2 bytes', bits(9, new Uint8Array(2))],
  ['2 strings with 3 offsets', texts(2, Int32Array.of(0, 1, 3), 3)],
  ['an empty list of strings', texts(0, Int32Array.of(0), 0)],
])('layoutFault accepts %s', (_, values) => {
  expect(faultOf(values)).toBeUndefined();
});

test.each<[reason: string, DirectValues]>([
  ['`data` must have at least 2 elements for 2 values, got 1', fixed(INT32, 4, 2, new Int32Array(1))],
  ['`data` must be of type Int32Array, got Uint32Array', fixed(INT32, 4, 2, new Uint32Array(2))],
  ['`data` must have at least 24 elements for 2 values, got 23', fixed(INT96, 12, 2, new Uint8Array(23))],
  ['`data` must have at least 10 elements for 2 values, got 9', fixed(FIXED_LEN_BYTE_ARRAY, 5, 2, new Uint8Array(9))],
  ['`data` must have at least 2 elements for 9 values, got 1', bits(9, new Uint8Array(1))],
  ['`length` must be a non-negative integer, got -1', fixed(INT32, 4, -1, new Int32Array(2))],
  ['`length` must be a non-negative integer, got 1.5', fixed(INT32, 4, 1.5, new Int32Array(2))],
  ['`length` must be a non-negative integer, got NaN', fixed(INT32, 4, Number.NaN, new Int32Array(2))],
  ['`offsets` must be an Int32Array of at least 3 elements for 2 byte arrays', texts(2, Int32Array.of(0, 1), 3)],
  ['`offsets` must be an Int32Array of at least 3 elements for 2 byte arrays', texts(2, Uint32Array.of(0, 1, 3), 3)],
])('layoutFault rejects values: %s', (reason, values) => {
  expect(faultOf(values)).toBe(reason);
});

test.each<[reason: string, DirectValues, PhysicalType, width: number]>([
  ['the column requires INT32 values, got FLOAT with layout fixed', fixed(FLOAT, 4, 1, new Float32Array(1)), INT32, 0],
  ['the column requires INT32 values, got BOOLEAN with layout bits', bits(1, new Uint8Array(1)), INT32, 0],
  [
    'the column requires INT32 values, got INT32 with layout bits',
    { ...bits(1, new Uint8Array(1)), type: INT32 } as unknown as DirectValues,
    INT32,
    0,
  ],
  [
    'the column requires FIXED_LEN_BYTE_ARRAY(6) values, got FIXED_LEN_BYTE_ARRAY(5) with layout fixed',
    fixed(FIXED_LEN_BYTE_ARRAY, 5, 1, new Uint8Array(5)),
    FIXED_LEN_BYTE_ARRAY,
    6,
  ],
])('layoutFault rejects values: %s', (reason, values, type, width) => {
  expect(layoutFault(values, columnOf(type, [0, 0], width))).toEqual({ reason });
});

describe('offsets of byte arrays', () => {
  test.each([
    [Int32Array.of(0, 2, 1, 3), 3, { reason: 'offsets must not decrease, got 1 after 2', value: 1 }],
    [Int32Array.of(-1, 2, 2, 3), 3, { reason: 'offsets must not be negative, got -1', value: 0 }],
    [Int32Array.of(0, 3, 4, 5), 3, { reason: 'offsets must not exceed the length of `data`, 3, got 5', value: 1 }],
    [Int32Array.of(4, 4, 4, 5), 3, { reason: 'offsets must not exceed the length of `data`, 3, got 5', value: 0 }],
  ])(
    'layoutFault rejects the offsets %j for %i bytes, and returns the index of the invalid value',
    (offsets, size, fault) => {
      expect(layoutFault(texts(3, offsets, size), columnOf(BYTE_ARRAY))).toEqual(fault);
    },
  );
});

describe('dictionary indices', () => {
  test('the first `length` indices must be less than the number of dictionary entries', () => {
    expect(indicesFault(Int32Array.of(0, 2, 1, 9), 3, 3)).toBeUndefined();
    expect(indicesFault(Int32Array.of(9), 0, 0)).toBeUndefined();
    expect(indicesFault(Int32Array.of(0, 3, 4), 3, 3)).toEqual({
      reason: 'index 3 is beyond a dictionary of 3 entries',
      value: 1,
    });
    expect(indicesFault(Int32Array.of(0, -1), 2, 3)).toMatchObject({ value: 1 });
  });

  test.each<[reason: string, Int32Array, length: number]>([
    ['`indices` must be an Int32Array of at least `length` (3) elements', Int32Array.of(0, 0), 3],
    ['`indices` must be an Int32Array of at least `length` (-1) elements', Int32Array.of(0, 0), -1],
    ['`indices` must be an Int32Array of at least `length` (NaN) elements', Int32Array.of(0, 0), Number.NaN],
    [
      '`indices` must be an Int32Array of at least `length` (2) elements',
      Uint32Array.of(0, 0) as unknown as Int32Array,
      2,
    ],
  ])('indicesFault rejects indices: %s', (reason, indices, length) => {
    expect(indicesFault(indices, length, 3)).toEqual({ reason });
  });
});

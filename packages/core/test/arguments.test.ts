import { createColumnBuffer, requireBuffer, requireCount, requireValues } from '@marquetry/core';
import { expect, test } from 'vitest';
import { bits, bytes, int64 } from './sample-values.js';

const invalid = expect.objectContaining({ code: 'INVALID_ARGUMENT' });

test('requireCount accepts an integer from 0 to the number of remaining values', () => {
  requireCount(0, 0);
  requireCount(3, 3);
  for (const count of [4, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => requireCount(count, 3)).toThrow(invalid);
  }
});

test("requireBuffer rejects a buffer whose layout, type or width differs from the column's", () => {
  const column = { type: 7, width: 3 } as const;
  const buffer = createColumnBuffer(column);
  expect(requireBuffer(buffer, 'fixed', column)).toBe(buffer);
  expect(() => requireBuffer(buffer, 'bytes', { type: 6, width: 0 })).toThrow(invalid);
  expect(() => requireBuffer(buffer, 'fixed', { type: 7, width: 4 })).toThrow(
    'cannot append FIXED_LEN_BYTE_ARRAY(4) values to a buffer of FIXED_LEN_BYTE_ARRAY(3)',
  );
});

test("requireValues rejects values whose layout or type differs from the column's, and a range outside the values", () => {
  const column = { type: 2, width: 8 } as const;
  expect(requireValues(int64, 'fixed', column, 1, 3)).toBe(int64);
  expect(() => requireValues(int64, 'fixed', { type: 5, width: 8 }, 0, 1)).toThrow(invalid);
  expect(() => requireValues(bits, 'fixed', column, 0, 1)).toThrow(invalid);
  expect(() => requireValues(bytes, 'dictionary', { type: 6, width: 0 }, 0, 1)).toThrow(invalid);
  for (const [from, to] of [
    [0, 4],
    [-1, 0],
    [2, 1],
    [0, 0.5],
  ] as const) {
    expect(() => requireValues(int64, 'fixed', column, from, to)).toThrow(invalid);
  }
});

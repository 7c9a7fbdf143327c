import {
  bytesOf,
  type ColumnType,
  createLimits,
  defaultLimits,
  describeColumnType,
  fixedValues,
  isFixedType,
  widthOf,
} from '@marquetry/core';
import { describe, expect, test } from 'vitest';

const columns: readonly ColumnType[] = [
  { type: 1, width: 4 },
  { type: 2, width: 8 },
  { type: 3, width: 12 },
  { type: 4, width: 4 },
  { type: 5, width: 8 },
  { type: 7, width: 3 },
];
const source = Uint8Array.from({ length: 200 }, (_, i) => Math.imul(i, 37));

test('bytesOf returns the argument if it is a plain Uint8Array, and a view of any other array', () => {
  const bytes = Uint8Array.of(1, 2, 3, 4);
  expect(bytesOf(bytes)).toBe(bytes);
  const view = bytesOf(Buffer.from(bytes.buffer, 1, 2));
  expect(view.constructor).toBe(Uint8Array);
  expect([...view]).toEqual([2, 3]);
  expect([...bytesOf(Int32Array.of(258))]).toEqual([2, 1, 0, 0]);
});

test('fixedValues throws INVALID_ARGUMENT for types without a fixed width', () => {
  for (const column of [
    { type: 0, width: 0 },
    { type: 6, width: 0 },
  ] as const) {
    expect(isFixedType(column.type)).toBe(false);
    expect(() => fixedValues(column, source, 0, 1)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
  }
});

test('widthOf returns the width of each type', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((type) => widthOf(type as ColumnType['type'], 9))).toEqual([
    0, 4, 8, 12, 4, 8, 0, 9,
  ]);
  expect(describeColumnType({ type: 7, width: 9 })).toBe('FIXED_LEN_BYTE_ARRAY(9)');
  expect(describeColumnType({ type: 6, width: 0 })).toBe('BYTE_ARRAY');
});

test('createLimits changes only the given limits', () => {
  expect(createLimits()).toEqual(defaultLimits);
  expect(createLimits({ listLength: 5 })).toEqual({ ...defaultLimits, listLength: 5 });
});

describe.each(columns)('fixedValues of type $type', (column) => {
  test('fixedValues returns the same values at any position in the bytes', () => {
    for (let position = 0; position < 17; position++) {
      const { data, length, width } = fixedValues(column, source, position, 5);
      expect([length, width]).toEqual([5, column.width]);
      expect(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)).toEqual(
        source.subarray(position, position + 5 * column.width),
      );
    }
  });

  test('fixedValues shares memory if the address is aligned, and copies otherwise', () => {
    const unit = column.type === 3 || column.type === 7 ? 1 : column.width;
    for (let start = 0; start < 9; start++) {
      // The address of a value is the offset of the array in its buffer plus the position in the array.
      for (const position of [0, 3]) {
        const { data } = fixedValues(column, source.subarray(start), position, 4);
        expect(data.buffer === source.buffer).toBe((start + position) % unit === 0);
      }
    }
  });
});

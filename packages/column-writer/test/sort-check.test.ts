import type { ColumnPiece } from '@marquetry/column';
import { canSortBy, createSortCheck } from '@marquetry/column-writer';
import { createSchema, type LeafNode } from '@marquetry/schema';
import { indicesOf, type Plain, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';

const leafOf = (element: object): LeafNode =>
  createSchema([
    { name: 'root', numChildren: 1 },
    { name: 'a', repetitionType: 1, ...element },
  ]).leaves[0]!;
const int32 = leafOf({ type: 1 });
const double = leafOf({ type: 5 });
const text = leafOf({ type: 6, logicalType: { kind: 'STRING' } });

/** Returns a column with one value or null per row. */
function piece(leaf: LeafNode, rows: readonly (Plain | null)[], spaced = false): ColumnPiece {
  const bits = new Uint8Array(Math.ceil(rows.length / 8));
  for (const [i, value] of rows.entries()) if (value !== null) bits[i >> 3]! |= 1 << (i & 7);
  const present = rows.filter((value) => value !== null);
  const filled = spaced ? rows.map((value) => value ?? (leaf.type === 6 ? '' : 0)) : present;
  const nullCount = rows.length - present.length;
  const nulls =
    nullCount === 0 ? ({ kind: 'none', nullCount: 0 } as const) : ({ kind: 'bitmap', bits, nullCount } as const);
  return { values: valuesOf(leaf, filled as Plain[]), nulls, slotCount: rows.length, rowCount: rows.length, spaced };
}

test('rows that are equal in one column are compared by the next column', () => {
  const columns = [
    { leaf: int32, descending: false, nullsFirst: false },
    { leaf: text, descending: true, nullsFirst: false },
  ];
  const numbers = piece(int32, [1, 1, 2, 2]);
  expect(createSortCheck(columns).add([numbers, piece(text, ['b', 'a', 'c', 'a'])])).toBeUndefined();
  expect(createSortCheck(columns).add([numbers, piece(text, ['b', 'a', 'a', 'c'])])).toBe(3);
});

test('the last row of one call is compared with the first row of the next, even if the caller has overwritten the memory since', () => {
  const check = createSortCheck([{ leaf: int32, descending: false, nullsFirst: false }]);
  const first = piece(int32, [1, 5]);
  expect(check.add([first])).toBeUndefined();
  (first.values as { data: Int32Array }).data.fill(0);
  expect(check.add([piece(int32, [5, 4])])).toBe(1);
  const again = createSortCheck([{ leaf: int32, descending: false, nullsFirst: false }]);
  again.add([piece(int32, [1, 5])]);
  expect(again.add([piece(int32, [4])])).toBe(0);
});

test('if nulls are sorted last, a null at the end of one call sorts after every value of the next call', () => {
  const check = createSortCheck([{ leaf: text, descending: false, nullsFirst: false }]);
  expect(check.add([piece(text, ['a', null])])).toBeUndefined();
  expect(check.add([piece(text, [null, 'b'])])).toBe(1);
  const again = createSortCheck([{ leaf: text, descending: false, nullsFirst: false }]);
  again.add([piece(text, ['a', null])]);
  expect(again.add([piece(text, ['b'])])).toBe(0);
});

test('INT96 is compared as a timestamp', () => {
  const int96 = leafOf({ type: 3 });
  expect(canSortBy(int96)).toBe(true);
  // In an INT96, the first 8 bytes are the nanoseconds of the day, and the last 4 the Julian day, which is compared
  // first.
  const early = '\x09\0\0\0\0\0\0\0\x01\0\0\0';
  const late = '\x01\0\0\0\0\0\0\0\x02\0\0\0';
  const add = (rows: string[]): number | undefined =>
    createSortCheck([{ leaf: int96, descending: false, nullsFirst: false }]).add([piece(int96, rows)]);
  expect([add([early, late]), add([late, early])]).toEqual([undefined, 1]);
});

test('dictionary indices are compared by the entries that they refer to', () => {
  const check = createSortCheck([{ leaf: int32, descending: false, nullsFirst: false }]);
  const values = indicesOf(valuesOf(int32, [9, 1]), [1, 0, 1]);
  expect(check.add([{ values, nulls: { kind: 'none', nullCount: 0 }, slotCount: 3, rowCount: 3, spaced: false }])).toBe(
    2,
  );
});

test('canSortBy is false for columns inside lists, and for types without an order', () => {
  expect([int32, double, text].map(canSortBy)).toEqual([true, true, true]);
  expect(canSortBy(leafOf({ type: 7, typeLength: 12, convertedType: 21 }))).toBe(false);
  expect(canSortBy(leafOf({ type: 1, repetitionType: 2 }))).toBe(false);
});

describe.each([false, true])('the order that a sort check requires (entries for nulls: %s)', (spaced) => {
  test.each<[string, LeafNode, boolean, boolean, (Plain | null)[], number | undefined]>([
    ['ascending numbers', int32, false, false, [-3, 1, 1, 7], undefined],
    ['a number below the previous one', int32, false, false, [-3, 1, 0, 7], 2],
    ['descending numbers', int32, true, false, [7, 1, 1, -3], undefined],
    ['a number above the previous one', int32, true, false, [7, 1, 2], 2],
    ['nulls at the end', int32, false, false, [1, null, null], undefined],
    ['a null before a value', int32, false, false, [1, null, 2], 2],
    ['nulls at the start', int32, false, true, [null, null, 1], undefined],
    ['a null after a value', int32, false, true, [null, 1, null], 2],
    ['nulls at the end of descending numbers', int32, true, false, [2, 1, null], undefined],
    ['NaN anywhere', double, false, false, [1, Number.NaN, 0.5], undefined],
    ['two zeros', double, false, false, [0, -0, 0], undefined],
    ['bytes above 127', text, false, false, ['a', 'aa', 'b', '\u00e9'], undefined],
    ['a prefix after the longer text', text, false, false, ['aa', 'a'], 1],
    ['no rows', int32, false, false, [], undefined],
  ])(
    'a sort check returns the first row that is out of order, if any: %s',
    (_, leaf, descending, nullsFirst, rows, expected) => {
      const check = createSortCheck([{ leaf, descending, nullsFirst }]);
      expect(check.add([piece(leaf, rows, spaced)])).toBe(expected);
    },
  );
});

import type { ColumnIndex, OffsetIndex } from '@marquetry/metadata';
import { createSchema } from '@marquetry/schema';
import { expect, test } from 'vitest';
import { createStatisticsReader } from '../src/index.js';

const [REQUIRED, OPTIONAL, REPEATED] = [0, 1, 2];

/** The locations of two pages, of 10 and 5 rows. */
const offsets: OffsetIndex = {
  pageLocations: [0, 10].map((firstRowIndex) => ({ offset: 4 + firstRowIndex, compressedPageSize: 10, firstRowIndex })),
};

function nullPagesOf(repetitionType: number, nullPages: boolean[], nullCounts?: number[]): unknown[] {
  const schema = createSchema([
    { name: 'root', numChildren: 1 },
    { name: 'a', type: 1, repetitionType },
  ]);
  const [leaf] = schema.leaves;
  const empty = [new Uint8Array(0), new Uint8Array(0)];
  const index: ColumnIndex = {
    ...{ nullPages, minValues: empty, maxValues: empty, boundaryOrder: 1 },
    ...(nullCounts && { nullCounts }),
  };
  const pages = createStatisticsReader(leaf!, {}).ofPages(index, offsets, 15);
  return [0, 1].map((page) => [pages?.isNullPage(page), pages?.of(page).nullCount, pages?.of(page).bounds]);
}

const unknown = [false, undefined, undefined];

test('a page that the column index marks as null counts as all-null if its null count is absent or equals its number of rows', () => {
  const expected = [
    [true, 10, undefined],
    [true, 5, undefined],
  ];
  expect(nullPagesOf(OPTIONAL!, [true, true])).toEqual(expected);
  expect(nullPagesOf(OPTIONAL!, [true, true], [10, 5])).toEqual(expected);
});

test('a page that the column index marks as null does not count as all-null if its null count is -1, which parquet-mr writes for pages without statistics', () => {
  expect(nullPagesOf(REQUIRED!, [true, true], [-1, -1])).toEqual([unknown, unknown]);
  expect(nullPagesOf(OPTIONAL!, [true, true], [-1, -1])).toEqual([unknown, unknown]);
  expect(nullPagesOf(REPEATED!, [true, true], [-1, -1])).toEqual([unknown, unknown]);
});

test('a page that the column index marks as null does not count as all-null if the column is required or its null count is less than its number of rows', () => {
  expect(nullPagesOf(REQUIRED!, [true, true])).toEqual([unknown, unknown]);
  expect(nullPagesOf(OPTIONAL!, [true, true], [9, 5])).toEqual([
    [false, 9, undefined],
    [true, 5, undefined],
  ]);
});

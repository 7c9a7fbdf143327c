import { EncodingId, PhysicalType } from '@marquetry/core';
import { buildFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, slotsOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { type CountingSource, countingSource, open } from './sources.js';

const column = columnOf(PhysicalType.INT32);
const rows = 5000;
const names = Array.from({ length: 19 }, (_, i) => `c${i}`);
const itemsOf = (i: number): number[] => Array.from({ length: rows }, (_, row) => i * rows + row);
/** Chunks of 20,000 bytes, in pages of 1,000 rows. */
const pagesOf = (i: number): Uint8Array[] =>
  [0, 1, 2, 3, 4].map((page) => {
    const items = itemsOf(i).slice(1000 * page, 1000 * (page + 1));
    return buildDataPage({ column, encoding: EncodingId.PLAIN, values: valuesOf(column, items) });
  });
const file = buildFile({
  schema: [{ name: 'schema', numChildren: names.length }, ...names.map((name) => elementOf(name, column))],
  rowGroups: [{ columns: names.map((_, i) => ({ pages: pagesOf(i) })), numRows: rows }],
});

/** Returns a source whose property `gap` has this value. */
const distant = (bytes: Uint8Array, gap: number): CountingSource & { gap: number } => ({
  ...countingSource(bytes),
  gap,
});

async function firstRows(source: CountingSource, columns = names, limit = 10): Promise<unknown[][]> {
  const opened = await open(source);
  source.reads.length = 0;
  const slots: unknown[][] = [];
  for await (const batch of opened.leafBatches({ columns, limit })) {
    for (const typed of batch) slots.push(slotsOf(typed, 0));
  }
  return slots;
}

const firstOf = (columns: readonly string[], limit = 10): number[][] =>
  columns.map((name) => itemsOf(names.indexOf(name)).slice(0, limit));

describe('a source whose `gap` is 64 KiB', () => {
  test('if the `gap` of the source is 64 KiB, the first rows of 19 columns are read in one request', async () => {
    const source = distant(file, 2 ** 16);
    expect(await firstRows(source)).toEqual(firstOf(names));
    expect(source.reads.length).toBe(1);
  });

  test('if the `gap` of the source is 64 KiB, all rows of 19 columns are read in one request', async () => {
    const source = distant(file, 2 ** 16);
    expect(await firstRows(source, names, rows)).toEqual(firstOf(names, rows));
    expect(source.reads.length).toBe(1);
  });

  test('if the `gap` of the source is 64 KiB, neighboring columns are read in one request, regardless of their requested order', async () => {
    const source = distant(file, 2 ** 16);
    expect(await firstRows(source, ['c3', 'c1', 'c12', 'c14'])).toEqual(firstOf(['c3', 'c1', 'c12', 'c14']));
    expect(source.reads.map(([, length]) => length)).toEqual(
      [60_000, 60_000].map((least) => expect.closeTo(least, -3)),
    );
  });

  test('chunks that would take more than a sixteenth of limits.memoryBytes are not read in one request', async () => {
    const source = distant(file, 2 ** 16);
    const opened = await open(source, { limits: { ...(await open(file)).limits, memoryBytes: 2 ** 20 } });
    source.reads.length = 0;
    const { value } = await opened.leafBatches({ limit: 10 }).next();
    expect(value?.map((typed) => slotsOf(typed, 0))).toEqual(firstOf(names));
    for (const [, length] of source.reads) expect(length).toBeLessThanOrEqual(2 ** 16);
  });
});

test('for a source without `gap`, 19 adjacent chunks are read in one request', async () => {
  const source = countingSource(file);
  expect(await firstRows(source)).toEqual(firstOf(names));
  expect(source.reads.length).toBe(1);
});

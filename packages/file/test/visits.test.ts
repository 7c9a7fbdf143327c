/** Tests visits to the pages of a column: which pages they open, their memory, and their errors. */

import { EncodingId, PhysicalType } from '@marquetry/core';
import { createBatchMemory, type ParquetFile, type ReadShare } from '@marquetry/file';
import { type FileContext, openVisits, type VisitOptions, workBytes } from '@marquetry/file/visits';
import { errorOf } from '@marquetry/test-support/errors.js';
import { buildFlatFile } from '@marquetry/test-support/files.js';
import { buildDataPage } from '@marquetry/test-support/pages.js';
import { columnOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { open } from './sources.js';

const column = columnOf(PhysicalType.INT32);
const rowsOfPage = 100;
const pageCount = 5;
const pages = Array.from({ length: pageCount }, (_, page) =>
  buildDataPage({
    ...{ column, encoding: EncodingId.PLAIN },
    values: valuesOf(
      column,
      Array.from({ length: rowsOfPage }, (_, i) => page * rowsOfPage + i),
    ),
  }),
);
const rowCount = pageCount * rowsOfPage;

interface Visited {
  readonly row: number;
  readonly first: unknown;
  readonly work: Uint8Array;
}

async function visit(file: ParquetFile, options: Partial<VisitOptions> = {}, most = Number.POSITIVE_INFINITY) {
  const location = file.chunk({ rowGroup: 0, column: 'c' });
  const share: ReadShare = { heldBytes: -1 };
  const visits = await openVisits(file.context as FileContext, location, {
    range: { rowGroup: 0, from: 0, to: rowCount, rowCount, longestGap: 0 },
    ...{ beside: [], share, memory: createBatchMemory(), signal: undefined },
    ...options,
  });
  const visited: Visited[] = [];
  const sizes: number[] = [];
  for (let isMore = true; isMore; ) {
    const before = visited.length;
    isMore = await visits.advance(most, function* ({ firstRow, page, work }) {
      const values = page.values().read(1);
      visited.push({ row: firstRow, first: values.layout === 'fixed' ? values.data[0] : undefined, work: work() });
      yield;
    });
    sizes.push(visited.length - before);
  }
  return { visited, sizes, share };
}

describe('openVisits', () => {
  test('openVisits visits every page, and passes the first row and the values of the page to the callback', async () => {
    const { visited, share } = await visit(await open(buildFlatFile(column, pages)));
    expect(visited.map(({ row, first }) => [row, first])).toEqual([0, 1, 2, 3, 4].map((i) => [100 * i, 100 * i]));
    expect(visited.every(({ work }) => work.length >= workBytes && work.byteOffset % 16 === 0)).toBe(true);
    expect(share.heldBytes).toBeGreaterThanOrEqual(0);
  });

  test('openVisits does not open pages without a row in the requested range', async () => {
    const range = { rowGroup: 0, from: 150, to: 320, rowCount: 170, longestGap: 0 };
    const { visited } = await visit(await open(buildFlatFile(column, pages)), { range });
    expect(visited.map(({ row }) => row)).toEqual([100, 200, 300]);
  });

  test('each call of advance visits pages until they contain the requested number of rows', async () => {
    const { sizes } = await visit(await open(buildFlatFile(column, pages)), {}, 150);
    expect(sizes).toEqual([2, 2, 1]);
  });

  test('a chunk whose pages have fewer rows than its row group is rejected as TRUNCATED', async () => {
    const rows = rowCount + 1;
    const rowGroups = [{ columns: [{ pages, numValues: rows }], numRows: rows }];
    const file = await open(buildFlatFile(column, pages, {}, { rowGroups }));
    const range = { rowGroup: 0, from: 0, to: rows, rowCount: rows, longestGap: 0 };
    expect((await errorOf(() => visit(file, { range }))).code).toBe('TRUNCATED');
  });

  test('visiting pages throws the reason of an aborted signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(visit(await open(buildFlatFile(column, pages)), { signal })).rejects.toThrow('enough');
  });
});

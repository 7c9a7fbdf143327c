import { CodecId, serverLimits } from '@marquetry/core';
import {
  bytesSource,
  type FileWriterOptions,
  type ParquetFile,
  type ReadBatchesOptions,
  type RowFilter,
} from '@marquetry/file';
import { type RowBits, rowsOfBits, rowsOfRanges } from '@marquetry/file/row-bits';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectedRows, groupRows, rowsOf, selectedFile, totalRows } from './selected-file.js';
import { countingSource, open } from './sources.js';

type Ranges = readonly (readonly [number, number])[];

const names = ['number', 'name', 'text', 'flag', 'ratio', 'id', 'pair', 'lists'];
const forms = [
  { spaced: false, decodeDictionaries: false },
  { spaced: true, decodeDictionaries: false },
  { spaced: false, decodeDictionaries: true },
  { spaced: true, decodeDictionaries: true },
];

/** Reads rows, and returns them by column, and the number of rows in each batch. */
async function read(
  file: ParquetFile,
  options: ReadBatchesOptions,
): Promise<{ columns: Record<string, string[]>; batches: number[] }> {
  const columns: Record<string, string[]> = {};
  const batches: number[] = [];
  for await (const batch of file.leafBatches(options)) {
    batches.push(batch[0]!.rowCount);
    for (const column of batch) {
      const rows = rowsOf(column);
      // Call `expect` only on a mismatch, because calling it for every batch takes longer than the read.
      if (column.rowCount !== rows.length) expect(column.rowCount).toBe(rows.length);
      if (column.slotCount < rows.length) expect(column.slotCount).toBeGreaterThanOrEqual(rows.length);
      const name = column.leaf.path[0]!;
      columns[name] ??= [];
      for (const row of rows) columns[name].push(row);
    }
  }
  return { columns, batches };
}

const rowsIn = (ranges: Ranges): number[] =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));

async function requireRows(file: ParquetFile, ranges: Ranges, options: ReadBatchesOptions = {}): Promise<number[]> {
  const { columns, batches } = await read(file, { rows: ranges, ...options });
  const rows = rowsIn(ranges);
  for (const name of names) expect([name, columns[name] ?? []]).toEqual([name, expectedRows(name, rows)]);
  const asBits = await read(file, { rows: rowsOfBits(bitsOf(ranges)), ...options });
  const quickest = await read(file, { rows: rowsOfRanges(ranges), ...options });
  for (const name of names) {
    expect([name, asBits.columns[name]]).toEqual([name, columns[name]]);
    expect([name, quickest.columns[name]]).toEqual([name, columns[name]]);
  }
  return batches;
}

/** Converts ranges to a bitmap whose first bit represents a row number that is not a multiple of 8. */
function bitsOf(ranges: Ranges): RowBits {
  const first = Math.min(ranges[0]?.[0] ?? 0, 5);
  const count = (ranges.at(-1)?.[1] ?? 5) - first;
  const bits = new Uint8Array(Math.ceil(count / 8));
  for (const row of rowsIn(ranges)) bits[(row - first) >> 3]! |= 1 << ((row - first) & 7);
  return { bits, first, count };
}

/**
 * Converts steps to ranges of rows. A step is the number of rows to skip before a range, and the number of rows in the
 * range.
 */
function rangesOf(steps: readonly (readonly [gap: number, length: number])[], rows = totalRows): Ranges {
  const ranges: (readonly [number, number])[] = [];
  let end = 0;
  for (const [gap, length] of steps) {
    const from = Math.min(rows, end + gap);
    end = Math.min(rows, from + length);
    ranges.push([from, end]);
  }
  return ranges;
}

const everywhere = (run: number, gap: number): Ranges =>
  rangesOf(Array.from({ length: Math.floor(totalRows / (run + gap)) }, () => [gap, run] as const));

const selections: readonly (readonly [string, Ranges])[] = [
  ['no rows', []],
  ['an empty range', [[500, 500]]],
  ['the first row', [[0, 1]]],
  ['the last row', [[totalRows - 1, totalRows]]],
  ['all rows', [[0, totalRows]]],
  [
    'all rows, in ranges that touch',
    [
      [0, 1000],
      [1000, 2600],
      [2600, 2601],
      [2601, totalRows],
    ],
  ],
  [
    'rows of one page',
    [
      [401, 404],
      [500, 501],
      [599, 600],
    ],
  ],
  [
    'rows on both sides of the ends of pages',
    [
      [199, 201],
      [399, 401],
      [1200, 1201],
      [1999, 2001],
    ],
  ],
  [
    'rows far apart',
    [
      [10, 12],
      [1234, 1235],
      [2590, 2605],
      [2888, 2889],
    ],
  ],
  ['runs of 3 with gaps of 97', everywhere(3, 97)],
  ['runs of 1 with gaps of 1', everywhere(1, 1)],
  ['runs of 50 with gaps of 20', everywhere(50, 20)],
  ['runs of 200 that do not meet pages', everywhere(200, 201)],
];

const files: readonly (readonly [string, Partial<FileWriterOptions>])[] = [
  ['v1 pages with an index', { pageVersion: 1 }],
  ['v2 pages without an index, ZSTD', { pageVersion: 2, pageIndex: false, codec: CodecId.ZSTD }],
  ...fullOr<readonly (readonly [string, Partial<FileWriterOptions>])[]>(
    [
      ['v2 pages with an index', { pageVersion: 2 }],
      ['v1 pages without an index, SNAPPY', { pageVersion: 1, pageIndex: false, codec: CodecId.SNAPPY }],
      ['v2 pages with an index, ZSTD', { pageVersion: 2, codec: CodecId.ZSTD }],
    ],
    [],
  ),
];

describe.each(files)('reads of selected rows: %s', (_, options) => {
  let bytes: Uint8Array;
  let file: ParquetFile;
  beforeAll(async () => {
    bytes = await selectedFile(options);
    file = await open(bytes);
  });

  test('a read without a selection returns all rows of the test file', async () => {
    await requireRows(file, [[0, totalRows]]);
    const { columns } = await read(file, {});
    for (const name of names) expect(columns[name]).toEqual(expectedRows(name, rowsIn([[0, totalRows]])));
  });

  test.each(selections)('a read returns exactly the rows in the ranges %s', async (_name, ranges) => {
    await requireRows(file, ranges);
    await requireRows(file, ranges, { spaced: true, decodeDictionaries: ranges.length % 2 === 0 });
  });

  test('batches contain only selected rows, and never span row groups', async () => {
    const ranges = everywhere(3, 97);
    const batches = await requireRows(file, ranges, { batchRows: 16 });
    const counts = [0, 2600, 2601].map(
      (start, g) => rowsIn(ranges).filter((row) => row >= start && row < start + groupRows[g]!).length,
    );
    const cut = (count: number): number[] =>
      Array.from({ length: Math.ceil(count / 16) }, (_, i) => Math.min(16, count - 16 * i));
    expect(batches).toEqual(counts.flatMap(cut));
  });

  test('a read returns exactly the rows of random selections', async () => {
    const step = fc.tuple(
      fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 250 }), fc.integer({ min: 0, max: 1500 })),
      fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 450 })),
    );
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 120 }),
      fc.constantFrom(undefined, 1, 7, 256),
      fc.constantFrom(...forms),
      async (steps, batchRows, form) => {
        // Use only a few ranges, because reading one row at a time is slow.
        const ranges = rangesOf(steps, batchRows === 1 ? 450 : totalRows);
        await requireRows(file, ranges, { ...form, ...(batchRows && { batchRows }) });
      },
    );
    await fc.assert(property, { numRuns: fullOr(15, 4), seed: 5 });
  });

  test('the selected rows are the same if `limits.memoryBytes` is too small for whole columns', async () => {
    const limited = await open(bytes, { limits: { ...serverLimits, memoryBytes: 100_000 } });
    for (const ranges of [everywhere(3, 9), everywhere(300, 50), ...fullOr([[[100, 3000]] as const], [])]) {
      const batches = await requireRows(limited, ranges);
      expect(batches.length).toBeGreaterThan(2);
    }
  });

  test('the selected rows are the same if the source is asynchronous', async () => {
    const waiting = await open(countingSource(bytes));
    await requireRows(waiting, everywhere(3, 97));
    await requireRows(waiting, [
      [10, 12],
      [1234, 1235],
      [2590, 2605],
    ]);
  });

  test('`columnPieces` yields exactly the selected rows', async () => {
    const ranges = everywhere(5, 600);
    const rows: string[] = [];
    const [leaf] = file.schema.find('lists');
    for await (const piece of file.columnPieces('lists', { rows: ranges }))
      rows.push(...rowsOf({ ...piece, leaf: leaf! }));
    expect(rows).toEqual(expectedRows('lists', rowsIn(ranges)));
  });
});

describe('how ranges of rows are counted', () => {
  let file: ParquetFile;
  beforeAll(async () => {
    file = await open(await selectedFile());
  });
  const idsOf = async (options: ReadBatchesOptions): Promise<number[]> => {
    const { columns } = await read(file, { columns: ['id'], ...options });
    return (columns['id'] ?? []).map((id) => Number(id.slice(2)));
  };

  test('row 0 of a range is the first row of the requested row group', async () => {
    const rows: Ranges = [
      [0, 2],
      [499, 500],
    ];
    expect(await idsOf({ rowGroups: [2], rows })).toEqual([2601, 2602, 3100]);
  });

  test('row groups may be requested in any order, and more than once', async () => {
    const rows: Ranges = [
      [499, 502],
      [1000, 1001],
    ];
    expect(await idsOf({ rowGroups: [2, 1, 2], rows })).toEqual([3100, 2600, 2601, 3100]);
  });

  test('`offset` and `limit` count selected rows', async () => {
    const rows: Ranges = [
      [10, 20],
      [2598, 2602],
      [2700, 2800],
    ];
    const all = rowsIn(rows);
    for (const [offset, limit] of [
      [0, 5],
      [9, 3],
      [10, 4],
      [14, 1],
      [100, 100],
      [114, 5],
      [0, 0],
    ] as const) {
      expect(await idsOf({ rows, offset, limit })).toEqual(all.slice(offset, offset + limit));
    }
    expect(await idsOf({ rows, offset: 12 })).toEqual(all.slice(12));
  });
});

test.each<[unknown, string]>([
  [[[5, 4]], '`rows[0]` must be two row numbers [from, to] with from <= to, got [5, 4]'],
  [
    [
      [0, 1],
      [-1, 4],
    ],
    '`rows[1]` must be two row numbers [from, to] with from <= to, got [-1, 4]',
  ],
  [[[0, 1.5]], '`rows[0]` must be two row numbers [from, to] with from <= to, got [0, 1.5]'],
  [[[0, 1, 2]], '`rows[0]` must be two row numbers [from, to] with from <= to, got [0, 1, 2]'],
  [[[0, '3']], '`rows[0]` must be two row numbers [from, to] with from <= to, got [0, 3]'],
  [[3, 4], '`rows[0]` must be two row numbers [from, to] with from <= to, got 3'],
  [[null], '`rows[0]` must be two row numbers [from, to] with from <= to, got null'],
  [
    [
      [0, 10],
      [9, 12],
    ],
    '`rows[1]` must not start before row 10, where the range before it ends, got [9, 12]',
  ],
  [
    [
      [20, 30],
      [0, 4],
    ],
    '`rows[1]` must not start before row 30, where the range before it ends, got [0, 4]',
  ],
  [[[0, 3102]], '`rows[0]` must not end after row 3101, where the row groups to read end, got [0, 3102]'],
  ['0-5', '`rows` must be an array of ranges [from, to], or made by rowsOfBits from @marquetry/file/row-bits'],
  [
    { bits: new Uint8Array(2), first: 0, count: 12 },
    '`rows` must be an array of ranges [from, to], or made by rowsOfBits from @marquetry/file/row-bits',
  ],
  [
    rowsOfBits({ bits: new Uint8Array(2), first: 3090, count: 12 }),
    '`rows` has bits up to row 3102, but the row groups to read have 3101 rows',
  ],
])('the `rows` option rejects %j', async (rows, reason) => {
  const file = await open(await selectedFile());
  const error = await errorOf(() => file.leafBatches({ rows: rows as Ranges }).next());
  expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', reason]);
});

test.each([
  { bits: new Uint8Array(2), first: 0, count: 17 },
  { bits: [1] as unknown as Uint8Array, first: 0, count: 1 },
  { bits: new Uint8Array(2), first: -1, count: 4 },
])('rowsOfBits rejects %j', (rows) => {
  const error = thrownBy(() => rowsOfBits(rows));
  expect([error.code, error.reason]).toEqual([
    'INVALID_ARGUMENT',
    'rowsOfBits needs { bits, first, count }: at least `count` bits in a Uint8Array, a row number and a row count',
  ]);
});

test('reads of more than 16 row ranges use the `filter` that was passed to openFile', async () => {
  const asked: number[] = [];
  const filter: RowFilter = {
    leafBatches: (file, options) => {
      const { rows } = options;
      asked.push(Array.isArray(rows) ? rows.length : 0);
      return file.leafBatches(options);
    },
  };
  const file = await open(await selectedFile(), { filter });
  for (const count of [16, 17]) {
    const ranges = rangesOf(Array.from({ length: count }, () => [2, 3] as const));
    const { columns } = await read(file, { rows: ranges, columns: ['number'] });
    expect(columns).toEqual({ number: expectedRows('number', rowsIn(ranges)) });
  }
  expect(asked).toEqual([17]);
});

describe('a read of selected rows', () => {
  const bytesOf = (reads: readonly (readonly [number, number])[]): number =>
    reads.reduce((sum, [, length]) => sum + length, 0);

  test.each(['id', 'name', 'lists.list.element'])(
    'a read of the column %s reads only the dictionary and the pages with selected rows, each once',
    async (column) => {
      const source = countingSource(await selectedFile());
      const file = await open(source);
      const address = { rowGroup: 0, column };
      const index = await file.offsetIndex(address);
      const { start } = file.chunk(address);
      const pages = index!.pageLocations;
      source.reads.length = 0;
      const ranges = [
        [210, 212],
        [1500, 1501],
        [1601, 1602],
      ] as const;
      const options = { columns: [column], rowGroups: [0], rows: ranges };
      for await (const _ of file.leafBatches(options));
      const needed = [1, 7, 8].map((page) => pages[page]!);
      const dictionary = pages[0]!.offset - start!;
      const expected = needed.reduce((sum, { compressedPageSize }) => sum + compressedPageSize, 0);
      expect(bytesOf(source.reads)).toBe(expected + dictionary);
      // Pages 7 and 8 are adjacent, so they are read together.
      expect(source.reads.length).toBe(dictionary > 0 ? 3 : 2);
    },
  );

  test('if the selected rows are spread over the whole chunk, the whole chunk is read in one request, without the index', async () => {
    const source = countingSource(await selectedFile());
    const file = await open(source);
    source.reads.length = 0;
    const rows: Ranges = [[0, 3], ...everywhere(3, 57).filter(([, to]) => to < 2580), [2590, 2600]];
    for await (const _ of file.leafBatches({ columns: ['id'], rowGroups: [0], rows }));
    const { start, end } = file.chunk({ rowGroup: 0, column: 'id' });
    expect(source.reads).toEqual([[start, end - start!]]);
  });

  test('row groups without a selected row are not read', async () => {
    const source = countingSource(await selectedFile());
    const file = await open(source);
    source.reads.length = 0;
    for await (const _ of file.leafBatches({ columns: ['id'], rows: [[2800, 2801]] }));
    const { start, end } = file.chunk({ rowGroup: 2, column: 'id' });
    for (const [offset, length] of source.reads) {
      expect([offset >= start!, offset + length <= end]).toEqual([true, true]);
    }
  });
});

test('a source in memory is read synchronously, except for offset indexes', async () => {
  const bytes = await selectedFile();
  const source = bytesSource(bytes);
  let waits = 0;
  const counting = {
    ...source,
    read: (...range: Parameters<typeof source.read>) => {
      waits++;
      return source.read(...range);
    },
  };
  const file = await open(counting);
  waits = 0;
  await requireRows(file, everywhere(3, 97));
  // Only offset indexes are read asynchronously.
  expect(waits).toBeLessThanOrEqual(3 * names.length);
});

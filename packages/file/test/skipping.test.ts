import { EncodingId, PhysicalType } from '@marquetry/core';
import type { OffsetIndex } from '@marquetry/metadata';
import { errorOf } from '@marquetry/test-support/errors.js';
import { buildFile, buildFlatFile, elementOf } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage } from '@marquetry/test-support/pages.js';
import { columnOf, indicesOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { type CountingSource, collect, countingSource, open, slotsOfColumn } from './sources.js';

const { PLAIN, RLE_DICTIONARY } = EncodingId;
const column = columnOf(PhysicalType.INT64, [1, 0]);

// 20 pages of 20,000 rows and 160 KB each. The value of row i is i, but every tenth row is null.
const pageRows = 20_000;
const pageCount = 20;
const total = pageRows * pageCount;
const rowAt = (row: number): bigint | null => (row % 10 === 9 ? null : BigInt(row));
const range = (from: number, to: number): (bigint | null)[] =>
  Array.from({ length: to - from }, (_, i) => rowAt(from + i));
const pages = Array.from({ length: pageCount }, (_, p) => {
  const rows = range(p * pageRows, (p + 1) * pageRows);
  return buildDataPage({
    version: p % 2 === 0 ? 1 : 2,
    column,
    encoding: PLAIN,
    values: valuesOf(
      column,
      rows.filter((row) => row !== null),
    ),
    definition: rows.map((row) => (row === null ? 0 : 1)),
  });
});
const pageSize = pages[0]!.length;
const plainFile = buildFlatFile(column, pages);
const indexedFile = buildFlatFile(column, pages, {}, { offsetIndex: true });

const bytesRead = ({ reads }: CountingSource): number => reads.reduce((sum, [, length]) => sum + length, 0);

async function readRange(
  bytes: Uint8Array,
  from: number,
  to: number,
): Promise<{ slots: unknown[]; source: CountingSource }> {
  const source = countingSource(bytes);
  const file = await open(source);
  source.reads.length = 0;
  const slots = await slotsOfColumn(file, 'c', { offset: from, limit: to - from });
  return { slots, source };
}

const ranges = [
  [0, 10],
  [pageRows - 5, pageRows + 5],
  [pageRows, pageRows + 1],
  [5 * pageRows, 6 * pageRows],
  [7 * pageRows + 123, 9 * pageRows + 1],
  [total - 1, total],
  [total - pageRows, total],
] as const;

describe.each([
  ['without an offset index', plainFile],
  ['with an offset index', indexedFile],
])('reads of a file %s', (_, bytes) => {
  test.each(ranges)('a read of the rows [%i, %i) returns the right values', async (from, to) => {
    expect((await readRange(bytes, from, to)).slots).toEqual(range(from, to));
  });
});

describe('the bytes that a read of a row range requests', () => {
  test.each(ranges)(
    'a read of the rows [%i, %i) with an offset index reads little more than the index and the needed pages',
    async (from, to) => {
      const { source } = await readRange(indexedFile, from, to);
      const needed = (Math.ceil(to / pageRows) - Math.floor(from / pageRows)) * pageSize;
      // A read that starts at the first row does not use the index, and reads windows of 64 KiB, 128 KiB and so on.
      expect(bytesRead(source)).toBeLessThan(needed + (from === 0 ? 2 ** 17 : 2000));
      // No bytes before the first needed page are read.
      const first = 4 + Math.floor(from / pageRows) * pageSize - pageCount * 10;
      expect(source.reads.every(([offset]) => offset >= first)).toBe(true);
    },
  );

  test('a read of the last rows of a chunk without an offset index reads the headers of skipped pages, but not their bodies', async () => {
    const { source } = await readRange(plainFile, 18 * pageRows, 18 * pageRows + 10);
    expect(bytesRead(source)).toBeLessThan(19 * 2 ** 16 + 2 * pageSize);
    expect(bytesRead(source)).toBeLessThan(plainFile.length / 2);
  });

  test('a read of the first rows does not read the whole chunk', async () => {
    const { source } = await readRange(plainFile, 0, 10);
    expect(bytesRead(source)).toBeLessThan(2 * pageSize);
  });

  test('a read of one column in one row group does not read bytes of other columns or row groups', async () => {
    const one = (first: number): Uint8Array =>
      buildDataPage({
        column,
        encoding: PLAIN,
        values: valuesOf(
          column,
          Array.from({ length: 5000 }, (_, i) => BigInt(first + i)),
        ),
      });
    const schema = [{ name: 'schema', numChildren: 2 }, elementOf('a', column), elementOf('b', column)];
    const groups = [0, 1].map((g) => ({ columns: [0, 1].map((c) => ({ pages: [one(100_000 * (2 * g + c))] })) }));
    const source = countingSource(buildFile({ schema, rowGroups: groups }));
    const file = await open(source);
    source.reads.length = 0;
    const slots = await slotsOfColumn(file, 'b', { rowGroups: [1] });
    expect([slots.length, slots[0], slots[4999]]).toEqual([5000, 300_000n, 304_999n]);
    const { start, end } = file.chunk({ rowGroup: 1, column: 'b' });
    expect(source.reads).toEqual([[start, end - start!]]);
  });

  test('a large chunk is read in requests of 8 MiB, and a page of more than 8 MiB in a single request', async () => {
    const wide = columnOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, [0, 0], 1000);
    const value = 'x'.repeat(1000);
    const page = (rows: number): Uint8Array =>
      buildDataPage({ column: wide, encoding: PLAIN, values: valuesOf(wide, Array(rows).fill(value)) });
    const [small, large] = [page(700), page(9000)];
    const bytes = buildFlatFile(wide, [...Array(20).fill(small), large, small]);
    const source = countingSource(bytes);
    const file = await open(source);
    source.reads.length = 0;
    let rows = 0;
    for await (const piece of file.columnPieces('c')) rows += piece.slotCount;
    expect(rows).toBe(21 * 700 + 9000);
    expect(Math.max(...source.reads.map(([, length]) => length))).toBeLessThanOrEqual(9_000_000 + 2 ** 23);
    expect(source.reads.length).toBeLessThan(8);
    expect(bytesRead(source)).toBeLessThan(1.3 * bytes.length);
  });

  test('a read of many columns reads at most 32 MiB ahead in total, not 8 MiB per column', async () => {
    const wide = columnOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, [0, 0], 1000);
    const page = buildDataPage({ column: wide, encoding: PLAIN, values: valuesOf(wide, Array(100).fill('')) });
    const pages: Uint8Array[] = Array(30).fill(page);
    const names = Array.from({ length: 20 }, (_, i) => `c${i}`);
    const schema = [{ name: 'schema', numChildren: names.length }, ...names.map((name) => elementOf(name, wide))];
    const bytes = buildFile({ schema, rowGroups: [{ columns: names.map(() => ({ pages })) }] });
    const source = countingSource(bytes);
    const file = await open(source);
    source.reads.length = 0;
    const batches = file.columnBatches({ batchRows: 100 });
    await batches.next();
    expect(bytes.length).toBeGreaterThan(6e7);
    expect(bytesRead(source)).toBeLessThanOrEqual(2 ** 25);
    let rows = 100;
    for await (const { c0, c19 } of batches) {
      expect(c0?.values.length).toBe(c19?.values.length);
      rows += c0?.slotCount ?? 0;
    }
    expect(rows).toBe(3000);
    expect(bytesRead(source)).toBeLessThan(1.1 * bytes.length);
  });
});

describe('a chunk with a dictionary page', () => {
  const dictionary = valuesOf(
    column,
    Array.from({ length: 1000 }, (_, i) => BigInt(i)),
  );
  const indexed = (p: number): Uint8Array =>
    buildDataPage({
      column,
      encoding: RLE_DICTIONARY,
      values: indicesOf(
        dictionary,
        Array.from({ length: pageRows }, (_, i) => (i * 7 + p) % 1000),
      ),
    });
  const bytes = buildFlatFile(
    column,
    [buildDictionaryPage({ column, values: dictionary }), ...Array.from({ length: 10 }, (_, p) => indexed(p))],
    {},
    { offsetIndex: true },
  );

  test('a read with an offset index jumps from the dictionary page to the page of the first requested row', async () => {
    const { slots, source } = await readRange(bytes, 8 * pageRows + 3, 8 * pageRows + 6);
    expect(slots).toEqual([29n, 36n, 43n]);
    expect(bytesRead(source)).toBeLessThan(bytes.length / 2);
  });
});

describe('a wrong offset index causes an error, never wrong rows', () => {
  const forge = (change: (index: OffsetIndex) => OffsetIndex['pageLocations']): Uint8Array =>
    buildFlatFile(column, pages, {}, { offsetIndex: (index) => ({ pageLocations: change(index) }) });
  const from = 10 * pageRows + 5;
  test.each<[string, Uint8Array]>([
    [
      'one page with the wrong first row',
      forge(({ pageLocations }) =>
        pageLocations.map((p, i) => (i === 10 ? { ...p, firstRowIndex: p.firstRowIndex - 1 } : p)),
      ),
    ],
    [
      'rows that descend',
      forge(({ pageLocations }) => pageLocations.map((p, i) => (i === 10 ? { ...p, firstRowIndex: 0 } : p))),
    ],
    [
      'a first page that does not start at row 0',
      forge(({ pageLocations }) => pageLocations.map((p) => ({ ...p, firstRowIndex: p.firstRowIndex + 1 }))),
    ],
    [
      'rows beyond the row group',
      forge(({ pageLocations }) => pageLocations.map((p) => ({ ...p, firstRowIndex: p.firstRowIndex * 2 }))),
    ],
    ['pages that overlap', forge(({ pageLocations }) => pageLocations.map((p) => ({ ...p, offset: 4 })))],
    [
      'pages beyond the footer',
      forge(({ pageLocations }) => pageLocations.map((p, i) => (i === 19 ? { ...p, offset: 2 ** 40 } : p))),
    ],
  ])('an offset index is rejected as CORRUPT if it has %s', async (_, bytes) => {
    const error = await errorOf(() => readRange(bytes, from, from + 10));
    expect(error.code).toBe('CORRUPT');
    expect(error.at).toMatchObject({ rowGroup: 0, column: 'c' });
  });

  test.each<[string, Uint8Array]>([
    [
      'missing pages at the start',
      forge(({ pageLocations }) => pageLocations.slice(2).map((p, i) => ({ ...p, firstRowIndex: i * pageRows }))),
    ],
    ['missing pages at the end', forge(({ pageLocations }) => pageLocations.slice(0, 12))],
    ['a missing page in the middle', forge(({ pageLocations }) => pageLocations.filter((_, i) => i !== 4))],
    ['no pages', forge(() => [])],
    [
      'the same first row for all pages',
      forge(({ pageLocations }) => pageLocations.map((p) => ({ ...p, firstRowIndex: 0 }))),
    ],
  ])('a read ignores an offset index with %s, and finds the rows through page headers', async (_, bytes) => {
    expect((await readRange(bytes, from, from + 10)).slots).toEqual(range(from, from + 10));
  });

  test('a wrong first row in the offset index throws CORRUPT only if the read reaches that page', async () => {
    const bytes = forge(({ pageLocations }) =>
      pageLocations.map((p, i) => (i === 12 ? { ...p, firstRowIndex: p.firstRowIndex + 1 } : p)),
    );
    expect((await readRange(bytes, from, from + 10)).slots).toEqual(range(from, from + 10));
    const error = await errorOf(() => readRange(bytes, from, from + 3 * pageRows));
    expect([error.code, error.at.page]).toEqual(['CORRUPT', 11]);
  });

  test.each([1, -1, 64, -4096])(
    'changing the first row of any page in the offset index by %i causes an error or has no effect',
    async (by) => {
      for (let changed = 1; changed < pageCount; changed += 3) {
        const bytes = forge(({ pageLocations }) =>
          pageLocations.map((p, i) => (i === changed ? { ...p, firstRowIndex: p.firstRowIndex + by } : p)),
        );
        for (const target of [changed - 1, changed, changed + 1]) {
          const row = Math.min(Math.max(target * pageRows, 1), total - 2);
          const read = await readRange(bytes, row, row + 2).catch((error: { code?: string }) => error);
          if ('slots' in read) expect(read.slots).toEqual(range(row, row + 2));
          else expect(read.code).toBe('CORRUPT');
        }
      }
    },
  );

  test('`offsetIndex` throws if the index is invalid, but the whole chunk can be read without the index', async () => {
    const file = await open(forge(() => [{ offset: 4, compressedPageSize: 10, firstRowIndex: 1 }]));
    const error = await errorOf(() => file.offsetIndex({ rowGroup: 0, column: 'c' }));
    expect([error.code, error.at]).toEqual(['CORRUPT', { rowGroup: 0, column: 'c' }]);
    expect((await slotsOfColumn(file)).length).toBe(total);
  });

  test('reading random bytes in place of an offset index throws an error that names the offset index', async () => {
    const bytes = indexedFile.slice();
    const { offsetIndexOffset, offsetIndexLength } = (await open(bytes)).chunk({ rowGroup: 0, column: 'c' }).chunk;
    bytes.fill(0xff, offsetIndexOffset, offsetIndexOffset! + offsetIndexLength!);
    const error = await errorOf(async () => (await open(bytes)).offsetIndex({ rowGroup: 0, column: 'c' }));
    expect(error.at).toMatchObject({ rowGroup: 0, column: 'c', part: 'offset index' });
  });

  test('`offsetIndex` throws CORRUPT if the index is located outside the file, and returns undefined if the footer does not state its location or length', async () => {
    for (const chunk of [
      { offsetIndexOffset: 2 ** 40, offsetIndexLength: 9 },
      { offsetIndexOffset: -4, offsetIndexLength: 9 },
      { offsetIndexOffset: 4, offsetIndexLength: -9 },
    ]) {
      const file = await open(buildFlatFile(column, pages.slice(0, 1), { chunk }));
      expect((await errorOf(() => file.offsetIndex({ rowGroup: 0, column: 'c' }))).code).toBe('CORRUPT');
    }
    for (const chunk of [{}, { offsetIndexOffset: 4 }, { offsetIndexOffset: 4, offsetIndexLength: 0 }]) {
      const file = await open(buildFlatFile(column, pages.slice(0, 1), { chunk }));
      expect(await file.offsetIndex({ rowGroup: 0, column: 'c' })).toBeUndefined();
    }
  });

  test('a correct index lists the offset and first row of every page', async () => {
    const index = await (await open(indexedFile)).offsetIndex({ rowGroup: 0, column: 'c' });
    const stored = await collect((await open(indexedFile)).pages({ rowGroup: 0, column: 'c' }));
    expect(index?.pageLocations.map(({ offset }) => offset)).toEqual(stored.map(({ fileOffset }) => fileOffset));
    expect(index?.pageLocations.map(({ firstRowIndex }) => firstRowIndex)).toEqual(stored.map((_, i) => i * pageRows));
  });
});

describe('reads of lists', () => {
  const list = columnOf(PhysicalType.INT64, [1, 1]);
  const schema = [
    { name: 'schema', numChildren: 1 },
    { name: 'l', type: 2, repetitionType: 2 },
  ];
  // Row i is [i, -i].
  const listPage = (version: 1 | 2, from: number, to: number): Uint8Array =>
    buildDataPage({
      version,
      column: list,
      encoding: PLAIN,
      values: valuesOf(list, Array.from({ length: to - from }, (_, i) => [BigInt(from + i), BigInt(-from - i)]).flat()),
      repetition: Array.from({ length: 2 * (to - from) }, (_, i) => i & 1),
    });

  test.each([1, 2] as const)(
    'a read of a range of rows from lists in v%i pages returns the right values, with and without an index',
    async (version) => {
      const bodies = Array.from({ length: 10 }, (_, p) => listPage(version, p * 5000, (p + 1) * 5000));
      for (const offsetIndex of [false, true]) {
        const bytes = buildFile({
          schema,
          rowGroups: [{ columns: [{ pages: bodies }], numRows: 50_000 }],
          ...(version === 2 ? { offsetIndex } : {}),
        });
        for (const from of [0, 4999, 5000, 12_345, 49_999]) {
          const to = Math.min(from + 2, 50_000);
          const slots = await slotsOfColumn(await open(bytes), 'l', { offset: from, limit: to - from });
          expect(slots).toEqual(
            Array.from({ length: to - from }, (_, i) => [BigInt(from + i), BigInt(-from - i)]).flat(),
          );
        }
      }
    },
  );
});

import { EncodingId, PageType, PhysicalType } from '@marquetry/core';
import type { SchemaElement } from '@marquetry/metadata';
import { errorOf, thrownBy } from '@marquetry/test-support/errors.js';
import { buildFile, buildFlatFile, elementOf, flatSchema } from '@marquetry/test-support/files.js';
import { buildDataPage, buildDictionaryPage, buildOtherPage } from '@marquetry/test-support/pages.js';
import { snappy } from '@marquetry/test-support/standard.js';
import { columnOf, indicesOf, type Plain, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { collect, countingSource, open, slotsOfColumn } from './sources.js';

const { PLAIN, RLE_DICTIONARY, DELTA_BINARY_PACKED } = EncodingId;
const column = columnOf(PhysicalType.INT32);
const optional = columnOf(PhysicalType.INT32, [1, 0]);
const entries = valuesOf(column, [10, 20, 30]);
const dictionaryPage = buildDictionaryPage({ column, values: entries });
const indices = (...items: number[]): Uint8Array =>
  buildDataPage({ column, encoding: RLE_DICTIONARY, values: indicesOf(entries, items) });
const plain = (...items: number[]): Uint8Array =>
  buildDataPage({ column, encoding: PLAIN, values: valuesOf(column, items) });

async function read(bytes: Uint8Array): Promise<(Plain | null)[]> {
  const file = await open(bytes);
  const slots = await slotsOfColumn(file);
  // Read the values of the column a second time, page by page.
  const paged: Plain[] = [];
  for await (const { data } of file.openPages({ rowGroup: 0, column: 'c' })) {
    if (data !== undefined) paged.push(...plainOf(data.page.values().read(data.page.valueCount)));
  }
  expect(paged).toEqual(slots.filter((slot) => slot !== null));
  return slots;
}

describe('the start and the end of a chunk', () => {
  const pages = [dictionaryPage, indices(2, 0), plain(7, 8)];
  const expected = [30, 10, 7, 8];
  const start = 4;

  test('a chunk starts at the dictionary page', async () => {
    expect(await read(buildFlatFile(column, pages))).toEqual(expected);
  });

  test('if dictionary_page_offset is absent, data_page_offset may be the offset of the dictionary page', async () => {
    const bytes = buildFile({
      schema: flatSchema(column),
      rowGroups: [{ columns: [{ pages, dataPageOffset: start, dictionaryPageOffset: undefined as never }] }],
    });
    expect((await open(bytes)).chunk({ rowGroup: 0, column: 'c' }).metaData.dictionaryPageOffset).toBeUndefined();
    expect(await read(bytes)).toEqual(expected);
  });

  test('a dictionary_page_offset of 0 means that the field is absent', async () => {
    expect(await read(buildFlatFile(column, pages, { dictionaryPageOffset: 0, dataPageOffset: start }))).toEqual(
      expected,
    );
    expect(await read(buildFlatFile(column, [plain(1, 2)], { dictionaryPageOffset: 0 }))).toEqual([1, 2]);
  });

  test('a chunk without values whose data_page_offset is 0 may contain only a dictionary page', async () => {
    const bytes = buildFlatFile(column, [dictionaryPage]);
    const file = await open(bytes);
    expect(file.chunk({ rowGroup: 0, column: 'c' })).toMatchObject({
      start: 4,
      metaData: { dataPageOffset: 0, numValues: 0 },
    });
    expect(await slotsOfColumn(file)).toEqual([]);
    const stored = await collect(file.pages({ rowGroup: 0, column: 'c' }));
    expect(stored.map(({ header, ordinal, fileOffset }) => [header.type, ordinal, fileOffset])).toEqual([
      [PageType.DICTIONARY_PAGE, 0, 4],
    ]);
  });

  test('a chunk without page offsets does not have pages, and is rejected as CORRUPT if the footer states values', async () => {
    const empty = await open(buildFlatFile(column, []));
    expect(await collect(empty.openPages({ rowGroup: 0, column: 'c' }))).toEqual([]);
    const forged = buildFlatFile(column, [plain(1)], { dataPageOffset: 0 });
    const error = await errorOf(async () => slotsOfColumn(await open(forged)));
    expect([error.code, error.at]).toEqual(['CORRUPT', { rowGroup: 0, column: 'c' }]);
  });

  test.each([1, 15, 40, 10_000])('all pages are read if total_compressed_size is %i bytes too small', async (short) => {
    const size = pages.reduce((sum, page) => sum + page.length, 0);
    const totalCompressedSize = Math.max(0, size - short);
    expect(await read(buildFlatFile(column, pages, { totalCompressedSize }))).toEqual(expected);
  });

  test.each([{ dataPageOffset: 2 ** 40 }, { totalCompressedSize: 2 ** 40 }])(
    'a chunk with the metadata %j is rejected as CORRUPT',
    async (forged) => {
      const file = await open(buildFlatFile(column, [plain(1)], forged));
      expect(thrownBy(() => file.chunk({ rowGroup: 0, column: 'c' })).code).toBe('CORRUPT');
      expect((await errorOf(() => slotsOfColumn(file))).at).toEqual({ rowGroup: 0, column: 'c' });
    },
  );

  test('a page that extends into the footer is rejected as TRUNCATED, and the error states the offset of the page', async () => {
    const page = buildDataPage({
      column,
      encoding: PLAIN,
      values: valuesOf(column, [1]),
      header: { compressedPageSize: 4000 },
    });
    const error = await errorOf(async () => slotsOfColumn(await open(buildFlatFile(column, [plain(5), page]))));
    expect([error.code, error.at]).toEqual([
      'TRUNCATED',
      { rowGroup: 0, column: 'c', page: 1, fileOffset: 4 + plain(5).length },
    ]);
  });

  test('the error for an invalid page header states the offset of the header', async () => {
    const bytes = buildFlatFile(column, [plain(5), plain(6)]);
    const fileOffset = 4 + plain(5).length;
    bytes.fill(0xff, fileOffset, fileOffset + 8);
    const error = await errorOf(async () => slotsOfColumn(await open(bytes)));
    expect(error.at).toMatchObject({ rowGroup: 0, column: 'c', page: 1, fileOffset });
  });
});

describe('missing and wrong fields in the footer', () => {
  test('the footer may omit the encodings of a chunk, because page headers state them', async () => {
    expect(await read(buildFlatFile(column, [dictionaryPage, indices(0)], { encodings: [] }))).toEqual([10]);
  });

  test('num_rows in the footer may be 0 although row groups have rows', async () => {
    const bytes = buildFlatFile(column, [plain(1, 2)], {}, { metadata: { numRows: 0 } });
    const file = await open(bytes);
    expect([file.metadata.numRows, file.rowCount]).toEqual([0, 2]);
    expect(await read(bytes)).toEqual([1, 2]);
  });

  test.each([1, 3, 2 ** 31, 2 ** 52])(
    'num_values %i is rejected as CORRUPT, because a flat column has one slot per row',
    async (numValues) => {
      const error = await errorOf(async () =>
        slotsOfColumn(await open(buildFlatFile(column, [plain(1, 2)], { numValues }))),
      );
      expect([error.code, error.at]).toEqual(['CORRUPT', { rowGroup: 0, column: 'c' }]);
    },
  );

  test.each([1, 3, 2 ** 31, 2 ** 52])(
    'num_values and num_rows of %i are rejected as CORRUPT or TRUNCATED if the pages have a different number of slots or rows',
    async (count) => {
      const bytes = buildFile({
        schema: flatSchema(column),
        rowGroups: [{ columns: [{ pages: [plain(1, 2)], numValues: count }], numRows: count }],
      });
      expect(['CORRUPT', 'TRUNCATED']).toContain((await errorOf(async () => slotsOfColumn(await open(bytes)))).code);
      expect(['CORRUPT', 'TRUNCATED']).toContain(
        (await errorOf(async () => collect((await open(bytes)).openPages({ rowGroup: 0, column: 'c' })))).code,
      );
    },
  );

  test('a column in a struct has one slot per row', async () => {
    const inner = columnOf(PhysicalType.INT32, [2, 0]);
    const schema: SchemaElement[] = [
      { name: 'schema', numChildren: 1 },
      { name: 's', repetitionType: 1, numChildren: 1 },
      { name: 'x', type: 1, repetitionType: 1 },
    ];
    const pages = [
      buildDataPage({ column: inner, encoding: PLAIN, values: valuesOf(inner, [5]), definition: [2, 0, 1] }),
    ];
    const bytes = buildFile({ schema, rowGroups: [{ columns: [{ pages }] }] });
    expect(await slotsOfColumn(await open(bytes), 's.x')).toEqual([5, null, null]);
    const forged = buildFile({ schema, rowGroups: [{ columns: [{ pages }], numRows: 2 }] });
    expect((await errorOf(async () => slotsOfColumn(await open(forged), 's.x'))).code).toBe('CORRUPT');
  });

  const list: SchemaElement[] = [
    { name: 'schema', numChildren: 1 },
    { name: 'l', type: 1, repetitionType: 2 },
  ];
  const repeated = columnOf(PhysicalType.INT32, [1, 1]);
  const listPage = buildDataPage({
    column: repeated,
    encoding: PLAIN,
    values: valuesOf(repeated, [1, 2, 3]),
    definition: [1, 1, 0, 1],
    repetition: [0, 1, 0, 0],
  });

  test('the rows of a repeated column are counted from its repetition levels', async () => {
    const bytes = buildFile({ schema: list, rowGroups: [{ columns: [{ pages: [listPage, listPage] }], numRows: 6 }] });
    const [batch] = await collect((await open(bytes)).columnBatches());
    expect(batch?.['l']).toMatchObject({
      slotCount: 8,
      rowCount: 6,
      nulls: { repetition: Uint8Array.of(0, 1, 0, 0, 0, 1, 0, 0) },
    });
  });

  test.each([5, 7])(
    'a repeated column of 6 rows is rejected as CORRUPT if the footer states %i rows',
    async (numRows) => {
      const bytes = buildFile({ schema: list, rowGroups: [{ columns: [{ pages: [listPage, listPage] }], numRows }] });
      const error = await errorOf(async () => slotsOfColumn(await open(bytes), 'l'));
      expect([error.code, error.reason]).toEqual([
        'CORRUPT',
        `the row group has ${numRows} rows, but the pages have 6`,
      ]);
    },
  );

  test.each([4, 7, 9])(
    'a repeated column with 8 slots is rejected as CORRUPT if num_values in the footer is %i',
    async (numValues) => {
      const bytes = buildFile({
        schema: list,
        rowGroups: [{ columns: [{ pages: [listPage, listPage], numValues }], numRows: 6 }],
      });
      expect(['CORRUPT', 'TRUNCATED']).toContain(
        (await errorOf(async () => slotsOfColumn(await open(bytes), 'l'))).code,
      );
    },
  );

  test('a chunk whose physical type differs from the schema is rejected as CORRUPT', async () => {
    const error = await errorOf(async () => slotsOfColumn(await open(buildFlatFile(column, [plain(1)], { type: 2 }))));
    expect([error.code, error.reason]).toEqual(['CORRUPT', 'the chunk has the physical type 2, but the schema has 1']);
  });

  test('chunks that are not in the order of the schema are rejected as CORRUPT', async () => {
    const bytes = buildFile({
      schema: [{ name: 'schema', numChildren: 2 }, elementOf('c', column), elementOf('d', column)],
      rowGroups: [
        {
          columns: [
            { pages: [plain(1)], pathInSchema: ['d'] },
            { pages: [plain(2)], pathInSchema: ['c'] },
          ],
        },
      ],
    });
    const error = await errorOf(async () => slotsOfColumn(await open(bytes)));
    expect([error.code, error.at]).toEqual(['CORRUPT', { rowGroup: 0, column: 'c' }]);
    expect(error.reason).toBe('the chunk at this position belongs to column d');
  });

  test('a row group with more or fewer columns than the schema is rejected as CORRUPT', async () => {
    const schema = flatSchema(column);
    const bytes = buildFile({
      schema: [...schema, elementOf('d', column)].map((e, i) => (i === 0 ? { ...e, numChildren: 2 } : e)),
      rowGroups: [{ columns: [{ pages: [plain(1)] }] }],
    });
    expect((await errorOf(() => open(bytes))).at).toEqual({ rowGroup: 0 });
  });

  test('reading a chunk whose codec is not registered throws UNSUPPORTED and names the codec, but the pages can be listed', async () => {
    const file = await open(buildFlatFile(column, [plain(1)], { codec: 4 }));
    const error = await errorOf(() => slotsOfColumn(file));
    expect([error.code, error.at]).toEqual(['UNSUPPORTED', { rowGroup: 0, column: 'c' }]);
    expect(error.reason).toContain('BROTLI (4)');
    expect((await collect(file.pages({ rowGroup: 0, column: 'c' }))).length).toBe(1);
  });

  test('reading a chunk in another file or an encrypted chunk throws UNSUPPORTED', async () => {
    const elsewhere = await open(buildFlatFile(column, [plain(1)], { chunk: { filePath: 'part-0.parquet' } }));
    expect(thrownBy(() => elsewhere.chunk({ rowGroup: 0, column: 'c' })).code).toBe('UNSUPPORTED');
    const here = await open(buildFlatFile(column, [plain(1)], { chunk: { filePath: '' } }));
    expect(await slotsOfColumn(here)).toEqual([1]);
    const cryptoMetadata = { kind: 'ENCRYPTION_WITH_FOOTER_KEY' } as never;
    const encrypted = await open(buildFlatFile(column, [plain(1)], { chunk: { cryptoMetadata } }));
    const error = await errorOf(() => slotsOfColumn(encrypted));
    expect([error.code, error.at]).toEqual(['UNSUPPORTED', { rowGroup: 0, column: 'c' }]);
    expect(error.reason).toContain('encrypted');
  });

  test('a chunk without metadata is rejected as CORRUPT', async () => {
    const file = await open(buildFlatFile(column, [plain(1)], { chunk: { metaData: undefined as never } }));
    expect(thrownBy(() => file.chunk({ rowGroup: 0, column: 'c' })).code).toBe('CORRUPT');
  });
});

describe('pages in a chunk', () => {
  test('index pages and pages of unknown types are skipped anywhere in a chunk', async () => {
    const other = buildOtherPage(PageType.INDEX_PAGE, Uint8Array.of(1, 2, 3));
    const unknown = buildOtherPage(1000, new Uint8Array(5000));
    const pages = [dictionaryPage, other, unknown, indices(1), unknown, other, plain(5), unknown];
    expect(await read(buildFlatFile(column, pages))).toEqual([20, 5]);
  });

  test('an array that columnPieces yields ends where pages start or stop using the dictionary', async () => {
    const delta = buildDataPage({
      version: 2,
      column,
      encoding: DELTA_BINARY_PACKED,
      values: valuesOf(column, [3, 4]),
    });
    const bytes = buildFlatFile(column, [dictionaryPage, indices(1, 2), plain(1), delta, indices(0)]);
    const pieces = await collect((await open(bytes)).columnPieces('c'));
    expect(pieces.map(({ values, rowGroup }) => [values.layout, plainOf(values), rowGroup])).toEqual([
      ['dictionary', [20, 30], 0],
      ['fixed', [1, 3, 4], 0],
      ['dictionary', [10], 0],
    ]);
    const [batch] = await collect((await open(bytes)).columnBatches());
    expect(batch?.['c']?.values.layout).toBe('fixed');
    expect(await read(bytes)).toEqual([20, 30, 1, 3, 4, 10]);
  });

  test('a chunk is rejected as CORRUPT if it contains two dictionary pages, or a dictionary page after a data page', async () => {
    for (const pages of [
      [dictionaryPage, dictionaryPage, indices(1)],
      [plain(1), dictionaryPage, indices(1)],
    ]) {
      const error = await errorOf(async () => slotsOfColumn(await open(buildFlatFile(column, pages))));
      expect([error.code, error.at.page]).toEqual(['CORRUPT', 1]);
    }
  });

  test('40,000 pages of one value each are read with two requests to the source', async () => {
    const pages = Array.from({ length: 40_000 }, (_, i) => plain(i));
    const bytes = buildFlatFile(column, pages);
    const source = countingSource(bytes);
    const slots = await slotsOfColumn(await open(source));
    expect(slots).toEqual(Array.from({ length: 40_000 }, (_, i) => i));
    expect(source.reads.length).toBe(2);
    expect(source.reads.reduce((sum, [, length]) => sum + length, 0)).toBeLessThan(bytes.length + 2 ** 16);
  });

  test('a page header that is longer than the first fetch can be read', async () => {
    const statistics = { maxValue: new Uint8Array(20_000), minValue: new Uint8Array(3000) };
    const page = buildDataPage({ column, encoding: PLAIN, values: valuesOf(column, [1, 2]), statistics });
    expect(await read(buildFlatFile(column, [page, plain(3), page]))).toEqual([1, 2, 3, 1, 2]);
  });

  test('a wrong page checksum throws an error with the ordinal of the page, unless verifyChecksums is false', async () => {
    const bad = buildDataPage({ column, encoding: PLAIN, values: valuesOf(column, [2]), crc: 77 });
    const bytes = buildFlatFile(column, [plain(1), bad]);
    const error = await errorOf(async () => slotsOfColumn(await open(bytes)));
    expect([error.code, error.at]).toEqual([
      'CORRUPT',
      { rowGroup: 0, column: 'c', page: 1, fileOffset: 4 + plain(1).length },
    ]);
    expect(await slotsOfColumn(await open(bytes, { verifyChecksums: false }))).toEqual([1, 2]);
  });

  test('compressed chunks can be read', async () => {
    for (const version of [1, 2] as const) {
      const items = Array.from({ length: 500 }, (_, i) => i % 4);
      const pages = [
        buildDictionaryPage({ column: optional, values: entries, codec: snappy }),
        buildDataPage({
          version,
          column: optional,
          encoding: PLAIN,
          values: valuesOf(column, items),
          codec: snappy,
          crc: true,
        }),
        buildDataPage({
          version,
          column: optional,
          encoding: RLE_DICTIONARY,
          values: indicesOf(entries, [2]),
          definition: [0, 1],
          codec: snappy,
        }),
      ];
      expect(await read(buildFlatFile(optional, pages, { codec: 1 }))).toEqual([...items, null, 30]);
    }
  });
});

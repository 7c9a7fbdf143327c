/** Tests when a chunk is copied without parsing its page headers. */
import { createLimits, EncodingId, PageType } from '@marquetry/core';
import type { ByteSource } from '@marquetry/file';
import { type OffsetIndex, writeColumnIndex } from '@marquetry/metadata';
import { errorOf } from '@marquetry/test-support/errors.js';
import { describe, expect, test } from 'vitest';
import type { ChunkLocation } from '../../src/chunk.js';
import { wholeChunk } from '../../src/write/whole-chunk.js';
import { copyOf, open, write } from './copying.js';

interface Layout {
  readonly pages: readonly (readonly [offset: number, byteLength: number, firstRow: number])[];
  readonly start: number;
  readonly end: number;
  readonly dataPageOffset: number;
  readonly dictionaryPageOffset: number | undefined;
  readonly totalCompressedSize: number;
  readonly totalUncompressedSize: number;
  readonly encodingStats: readonly { pageType: number; encoding: number; count: number }[] | undefined;
}

/** A dictionary page of 50 bytes, and two data pages of 100 and 200 bytes with 10 rows each. */
const layout: Layout = {
  ...{ start: 4, end: 354, dictionaryPageOffset: 4, dataPageOffset: 54, totalCompressedSize: 350 },
  totalUncompressedSize: 1000,
  encodingStats: [
    { pageType: PageType.DICTIONARY_PAGE, encoding: EncodingId.PLAIN, count: 1 },
    { pageType: PageType.DATA_PAGE, encoding: EncodingId.RLE_DICTIONARY, count: 1 },
    { pageType: PageType.DATA_PAGE_V2, encoding: EncodingId.PLAIN, count: 1 },
  ],
  pages: [
    [54, 100, 0],
    [154, 200, 10],
  ],
};

function found({ pages, start, end, ...metaData }: Layout, memoryBytes = 1e8): ReturnType<typeof wholeChunk> {
  const pageLocations = pages.map(([offset, compressedPageSize, firstRowIndex]) => ({
    ...{ offset, compressedPageSize, firstRowIndex },
  }));
  const location = { metaData, start, end, rowCount: 20 } as unknown as ChunkLocation;
  return wholeChunk(location, { pageLocations } satisfies OffsetIndex, createLimits({ memoryBytes }));
}

describe('wholeChunk', () => {
  test('wholeChunk accepts a chunk that consists of a dictionary page and the pages in its offset index', () => {
    expect(found(layout)).toMatchObject({ start: 4, end: 354 });
    const plain = { ...layout, start: 54, dictionaryPageOffset: undefined, totalCompressedSize: 300 };
    expect(found(plain)).toMatchObject({ start: 54, end: 354 });
  });

  test.each<[string, Partial<Layout>]>([
    ['there is a gap between two pages', { pages: [layout.pages[0]!, [155, 199, 10]] }],
    ['the last page ends before the chunk', { pages: [layout.pages[0]!, [154, 190, 10]] }],
    ['the first page does not start with row 0', { pages: [[54, 100, 1], layout.pages[1]!] }],
    ['a page has no rows', { pages: [layout.pages[0]!, [154, 100, 10], [254, 100, 10]] }],
    ['a page starts after the last row', { pages: [layout.pages[0]!, [154, 200, 20]] }],
    ['a page has no bytes', { pages: [layout.pages[0]!, [154, 0, 10], [154, 200, 15]] }],
    ['the index lists no page', { pages: [] }],
    ['the first data page is elsewhere', { dataPageOffset: 60 }],
    ['the dictionary page is not at the start', { dictionaryPageOffset: 10 }],
    ['the size in the footer is wrong', { totalCompressedSize: 349 }],
    ['the footer omits the offset of the dictionary page', { dictionaryPageOffset: undefined }],
    ['the footer does not count the pages', { encodingStats: undefined }],
    [
      'the footer counts more pages than the index lists',
      { encodingStats: [...layout.encodingStats!, ...layout.encodingStats!] },
    ],
    ['the pages cannot have the uncompressed size in the footer', { totalUncompressedSize: 2 ** 53 - 1 }],
  ])('wholeChunk returns undefined if %s', (_, change) => {
    expect(found({ ...layout, ...change })).toBe(undefined);
  });

  test('wholeChunk returns undefined if the copy of the index could exceed the memory limit', () => {
    expect(found(layout, 1025)).toBeDefined();
    expect(found(layout, 1000)).toBe(undefined);
  });
});

test('`trustIndex` has no effect with `rows`', async () => {
  const bytes = (await write({ rowGroupRows: 60_000 })).slice();
  bytes[(await open(bytes)).chunk({ rowGroup: 0, column: 'noise' }).start!] = 0xff;
  const copied = copyOf(await open(bytes), {}, { trustIndex: true, rows: [0, 60_000] });
  expect(await errorOf(() => copied)).toMatchObject({ code: 'CORRUPT', at: { column: 'noise' } });
});

test('page headers are parsed unless the offset index is trusted and lists all pages', async () => {
  for (const [pageIndex, trustIndex] of [
    [true, true],
    [true, false],
    [false, true],
  ] as const) {
    const bytes = (await write({ pageIndex })).slice();
    const { start } = (await open(bytes)).chunk({ rowGroup: 0, column: 'noise' });
    // No Thrift struct starts with 0xff.
    bytes[start!] = 0xff;
    const file = await open(bytes);
    const copied = copyOf(file, {}, { trustIndex });
    if (pageIndex && trustIndex) {
      const copy = await copied;
      // The row groups are copied in reverse order.
      const { start: to } = (await open(copy)).chunk({ rowGroup: 2, column: 'noise' });
      expect(copy[to!]).toBe(0xff);
    } else expect(await errorOf(() => copied)).toMatchObject({ code: 'CORRUPT', at: { column: 'noise' } });
  }
});

describe('the column index of a chunk that is copied without parsing its page headers', () => {
  /** Returns a file whose column index of the chunk `noise` of row group 0 has been changed. */
  const changed = async (change: (index: Uint8Array) => void): Promise<Uint8Array> => {
    const bytes = (await write({ pageIndex: true })).slice();
    const { chunk } = (await open(bytes)).chunk({ rowGroup: 0, column: 'noise' });
    const { columnIndexOffset: offset = 0, columnIndexLength: length = 0 } = chunk;
    change(bytes.subarray(offset, offset + length));
    return bytes;
  };
  /** The row groups are copied in reverse order. */
  const copied = { rowGroup: 2, column: 'noise' };

  test('the copy has the same bytes', async () => {
    const bytes = await changed(() => {});
    const file = await open(bytes);
    const copy = await open(await copyOf(file, {}, { trustIndex: true }));
    expect(await copy.columnIndex(copied)).toEqual(await file.columnIndex({ rowGroup: 0, column: 'noise' }));
  });

  test('the copy of a file without a context has the same column index', async () => {
    const file = await open(await changed(() => {}));
    const bare = {
      ...file,
      context: undefined,
      over: (source: ByteSource) => ({ ...file.over(source), context: undefined }),
    };
    const copy = await open(await copyOf(bare, {}, { trustIndex: true }));
    expect(await copy.columnIndex(copied)).toEqual(await file.columnIndex({ rowGroup: 0, column: 'noise' }));
  });

  test('the copy has no column index if the stored one lists another number of pages', async () => {
    const bound = Uint8Array.of(1);
    const onePage = { nullPages: [false], minValues: [bound], maxValues: [bound], boundaryOrder: 0 };
    const bytes = await changed((index) => index.set(writeColumnIndex(onePage)));
    const copy = await open(await copyOf(await open(bytes), {}, { trustIndex: true }));
    expect(await copy.columnIndex(copied)).toBe(undefined);
    expect(await copy.offsetIndex(copied)).toBeDefined();
  });

  test('copying throws CORRUPT if the stored bytes are not a column index', async () => {
    const bytes = await changed((index) => index.fill(0xff));
    const error = await errorOf(async () => copyOf(await open(bytes), {}, { trustIndex: true }));
    expect(error).toMatchObject({ code: 'CORRUPT', at: { rowGroup: 0, column: 'noise' } });
  });
});

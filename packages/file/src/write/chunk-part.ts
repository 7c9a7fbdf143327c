/**
 * Copies some of a chunk's pages, unchanged, as a chunk with fewer rows.
 *
 *   source   dictionary | page 0 | page 1 | page 2 | page 3
 *   part 0   dictionary | page 0 | page 1
 *   part 1   dictionary | page 2 | page 3        the dictionary is copied only if a page of the part refers to it
 */
import { EncodingId, ParquetError, withPlace } from '@marquetry/core';
import type { ColumnMetaData, OffsetIndex, PageLocation } from '@marquetry/metadata';
import { dataPageInfo, isDictionaryPage, type PageHeader } from '@marquetry/page';
import { loadBloomFilter } from '../stored-filter.js';
import type { StoredPage } from '../stored-pages.js';
import { hasSameOrder, hasSameType } from './chunk-copy.js';
import type { ChunkPages, PagePlace } from './chunk-pages.js';
import { rowsOf } from './copied-page.js';
import type { ColumnPlan } from './options.js';
import type { PageOutput } from './output.js';
import { encodingsOf } from './page-encodings.js';
import { columnIndexOf } from './page-indexes.js';
import { partSizes, partStatistics } from './part-statistics.js';
import type { PendingChunk, PlacedChunk } from './placed-chunk.js';

/**
 * Selects the chunk's pages from row `from` to row `to`. Each of these rows must be the first row of a page or the end
 * of the chunk. Does not read the pages.
 */
export function chunkPart(
  chunk: ChunkPages,
  plan: ColumnPlan,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal | undefined,
): PendingChunk {
  const pages = chunk.pages ?? [];
  const first = pageFrom(pages, from);
  const end = pageFrom(pages, to);
  return {
    rowCount: to - from,
    write: async (output) => {
      try {
        return await copyPart(chunk, plan, { first, end }, output, signal);
      } catch (error) {
        throw withPlace(error, chunk.location.at);
      }
    },
  };
}

/**
 * Returns the ordinal of the first page that starts at or after the row. Uses binary search, because a chunk may be
 * split into as many parts as it has pages.
 */
function pageFrom(pages: readonly PagePlace[], row: number): number {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pages[middle] as PagePlace).firstRow < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface PartRange {
  /** The data pages to copy are `[first, end)`, by their ordinals in the source. */
  readonly first: number;
  readonly end: number;
}

async function copyPart(
  chunk: ChunkPages,
  plan: ColumnPlan,
  range: PartRange,
  output: PageOutput,
  signal: AbortSignal | undefined,
): Promise<PlacedChunk> {
  const { file, location, offsetIndex } = chunk;
  const pages = (chunk.pages ?? []).slice(range.first, range.end);
  const start = output.position;
  const headers: PageHeader[] = [];
  let totalUncompressedSize = 0;
  const put = async ({ header, headerSize, headerBytes, body }: StoredPage): Promise<void> => {
    headers.push(header);
    totalUncompressedSize += headerSize + header.uncompressedPageSize;
    await output.copy(headerBytes);
    await output.copy(body);
  };
  const dictionary = await dictionaryOf(chunk, pages, signal);
  if (dictionary !== undefined) await put(dictionary);
  const dataPageOffset = output.position;
  const pageLocations: PageLocation[] = [];
  const firstRow = pages[0]?.firstRow ?? 0;
  for await (const [page, place] of dataPages(chunk, pages, signal)) {
    const row = place.firstRow - firstRow;
    // Do not use `byteLength`, because it includes the bytes that encryption added to the page in the source.
    const byteLength = page.headerSize + page.body.length;
    pageLocations.push({ offset: output.position, compressedPageSize: byteLength, firstRowIndex: row });
    await put(page);
  }
  const sizes = offsetIndex?.unencodedByteArrayDataBytes?.slice(range.first, range.end);
  const offsets: OffsetIndex =
    sizes === undefined ? { pageLocations } : { pageLocations, unencodedByteArrayDataBytes: sizes };
  const sameOrder = hasSameOrder(file, location.leaf, plan);
  const pageOrdinals = pages.map((_, i) => range.first + i);
  const index = chunk.columnIndex === undefined ? undefined : columnIndexOf(chunk.columnIndex, pageOrdinals);
  const bloomFilter = await loadBloomFilter(file, location, signal);
  const {
    indexPageOffset: _index,
    dictionaryPageOffset: _dictionary,
    bloomFilterOffset: _filter,
    bloomFilterLength: _length,
    geospatialStatistics,
    statistics: _statistics,
    sizeStatistics,
    ...kept
  } = location.metaData;
  const statistics = partStatistics(plan.leaf, headers, index, sameOrder);
  const partSizeStatistics = sizeStatistics === undefined ? undefined : partSizes(sizes, index, plan.leaf);
  const bbox = hasSameType(location.leaf, plan) ? geospatialStatistics?.bbox : undefined;
  const metaData: ColumnMetaData = {
    ...kept,
    ...encodingsOf(headers, plan),
    pathInSchema: plan.leaf.path,
    numValues: headers.reduce((slots, header) => slots + (dataPageInfo(header)?.slotCount ?? 0), 0),
    totalUncompressedSize,
    totalCompressedSize: output.position - start,
    dataPageOffset,
    ...(dictionary === undefined ? {} : { dictionaryPageOffset: start }),
    ...(statistics === undefined ? {} : { statistics }),
    ...(partSizeStatistics === undefined ? {} : { sizeStatistics: partSizeStatistics }),
    // The bounding box of the whole chunk is also valid for the part. The list of geometry types may include types that
    // occur only in other parts.
    ...(bbox === undefined ? {} : { geospatialStatistics: { bbox } }),
  };
  return {
    metaData,
    ...(plan.pageIndex ? { offsetIndex: offsets } : {}),
    ...(plan.pageIndex && sameOrder && index !== undefined ? { columnIndex: index } : {}),
    // The Bloom filter of the whole chunk contains the values of all parts. It excludes fewer values than a filter for
    // this part would, but never a value that occurs in the part.
    ...(bloomFilter === undefined ? {} : { bloomFilter }),
  };
}

/**
 * Yields the data pages of the part.
 * @throws ParquetError CORRUPT if a page does not match its entry in the offset index.
 */
async function* dataPages(
  { file, location }: ChunkPages,
  places: readonly PagePlace[],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly [StoredPage, PagePlace], void, undefined> {
  const { rowGroup, leaf, at } = location;
  const last = places.at(-1);
  if (places[0] === undefined || last === undefined) return;
  const within = { start: places[0].offset, end: last.offset + last.byteLength };
  let i = 0;
  for await (const page of file.pages({ rowGroup, column: leaf }, signal, within)) {
    const { header, byteLength, fileOffset } = page;
    const slots = dataPageInfo(header)?.slotCount;
    if (slots === 0) continue;
    const place = places[i++];
    const rows = rowsOf(header, leaf);
    const fits = place?.offset === fileOffset && place.byteLength === byteLength && slots !== undefined;
    if (place === undefined || !fits || (rows !== undefined && rows !== place.rowCount)) {
      throw new ParquetError('CORRUPT', 'the page does not match its entry in the offset index', { ...at, fileOffset });
    }
    yield [page, place];
  }
  if (i < places.length)
    throw new ParquetError('CORRUPT', `${places.length - i} pages listed in the offset index are missing`, at);
}

/** Returns the chunk's dictionary page if a page of the part uses it. */
async function dictionaryOf(
  chunk: ChunkPages,
  places: readonly PagePlace[],
  signal: AbortSignal | undefined,
): Promise<StoredPage | undefined> {
  const { file, location } = chunk;
  const { rowGroup, leaf, start } = location;
  const end = chunk.pages?.[0]?.offset;
  if (start === undefined || end === undefined) return undefined;
  for await (const page of file.pages({ rowGroup, column: leaf }, signal, { start, end })) {
    if (isDictionaryPage(page.header)) return (await usesDictionary(chunk, places, signal)) ? page : undefined;
  }
  return undefined;
}

async function usesDictionary(
  chunk: ChunkPages,
  places: readonly PagePlace[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for await (const [{ header }] of dataPages(chunk, places, signal)) {
    const encoding = dataPageInfo(header)?.encoding;
    if (encoding === EncodingId.RLE_DICTIONARY || encoding === EncodingId.PLAIN_DICTIONARY) return true;
  }
  return false;
}

/**
 * Copies a column chunk from another file. Its pages are copied unchanged; nothing is decompressed or decoded.
 *
 *   chunks encrypted in neither file    copied as byte ranges; page headers are parsed (range-copy.ts), unless an offset
 *                                       index lists all pages and is trusted (whole-chunk.ts)
 *   other chunks                        copied page by page, decrypted or encrypted as needed
 *
 * Offsets are adjusted. If page headers are parsed, sizes are recomputed, and footer fields that some writers omit are
 * added. Indexes and Bloom filters are also copied.
 */
import { PageType, ParquetError, withPlace } from '@marquetry/core';
import type { ColumnMetaData, ColumnOrder, OffsetIndex, PageLocation, Statistics } from '@marquetry/metadata';
import { dataPageInfo, isDataPage } from '@marquetry/page';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { ChunkLocation } from '../chunk.js';
import type { ParquetFile } from '../parquet-file.js';
import { loadBloomFilter } from '../stored-filter.js';
import type { ChunkCopy } from './chunk-to-copy.js';
import { type CopiedPage, type CopiedPages, isCopied, rowsOf } from './copied-page.js';
import { type CopySource, createCopySource } from './copy-source.js';
import type { ColumnPlan } from './options.js';
import type { PageOutput } from './output.js';
import { encodingsOf } from './page-encodings.js';
import { copiedColumnIndex, loadPageIndexes, matching, type PageIndexes } from './page-indexes.js';
import type { PendingChunk, PlacedChunk } from './placed-chunk.js';
import { copyRanges } from './range-copy.js';
import { copyWhole, shiftedIndex, type WholeChunk, wholeChunk } from './whole-chunk.js';

/**
 * Finds the chunk to copy, and checks that it fits the column of the new file. Does not read the pages.
 * @param shared The source to read from. Pass the same source for all chunks that are copied from one row group, so
 * that they are read together. Default: a source for this chunk alone.
 * @throws ParquetError INVALID_ARGUMENT if the type or levels of the chunk differ from those of the column. Throws like
 * {@link ParquetFile.chunk} if the chunk cannot be located.
 */
export function copiedChunk(
  { file, address }: ChunkCopy,
  plan: ColumnPlan,
  signal: AbortSignal | undefined,
  shared?: CopySource,
): PendingChunk {
  const location = file.chunk(address);
  requireSameColumn(location.leaf, plan.leaf);
  return {
    rowCount: location.rowCount,
    write: async (output) => {
      try {
        return await copy(shared ?? createCopySource(file, [location], signal), location, plan, output, signal);
      } catch (error) {
        throw withPlace(error, location.at);
      }
    },
  };
}

/**
 * Checks that pages of the source column are valid in the target column.
 * @throws ParquetError INVALID_ARGUMENT if the columns differ in type or maximum levels.
 */
export function requireSameColumn(from: LeafNode, to: LeafNode): void {
  const facts = ['type', 'width', 'maxDefinitionLevel', 'maxRepetitionLevel'] as const;
  const fact = facts.find((name) => from[name] !== to[name]);
  if (fact === undefined) return;
  const column = formatPath(to.path);
  const what = `a copied chunk has ${fact} ${from[fact]}, but the column has ${to[fact]}`;
  throw new ParquetError('INVALID_ARGUMENT', what, { column });
}

async function copy(
  { file, windows, trustsIndex }: CopySource,
  location: ChunkLocation,
  plan: ColumnPlan,
  output: PageOutput,
  signal: AbortSignal | undefined,
): Promise<PlacedChunk> {
  const start = output.position;
  const { lent } = output;
  const isPlain = lent !== undefined && location.secrets === undefined && location.base === 0;
  const { limits } = file;
  const sameOrder = hasSameOrder(file, location.leaf, plan);
  const address = { rowGroup: location.rowGroup, column: location.leaf };
  const whole =
    isPlain && trustsIndex && plan.pageIndex
      ? wholeChunk(location, await file.offsetIndex(address, signal), limits)
      : undefined;
  let copied: CopiedChunk;
  let columnIndex: PlacedChunk['columnIndex'];
  if (isPlain && whole !== undefined) {
    await copyWhole(whole, windows, lent, signal);
    copied = movedChunk(location, whole, start - whole.start);
    columnIndex = sameOrder ? await copiedColumnIndex(file, location, whole.offsetIndex, signal) : undefined;
  } else {
    const indexes: Partial<PageIndexes> = plan.pageIndex ? await loadPageIndexes(file, location, signal) : {};
    const { pages, isWhole } = isPlain
      ? await copyRanges(location, windows, output, lent, { limits, signal })
      : await copyPages(file, location, output, signal);
    copied = chunkOfPages(pages, isWhole, indexes.offsetIndex, location, plan);
    columnIndex = sameOrder && copied.offsetIndex ? matching(indexes.columnIndex, copied.offsetIndex) : undefined;
  }
  const { offsetIndex } = copied;
  const bloomFilter = await loadBloomFilter(file, location, signal);
  return {
    metaData: movedMetaData(location, plan, copied, output.position - start, sameOrder),
    ...(offsetIndex === undefined ? {} : { offsetIndex }),
    ...(columnIndex === undefined ? {} : { columnIndex }),
    ...(bloomFilter === undefined ? {} : { bloomFilter }),
  };
}

/** The parts of a copied chunk's metadata that differ from those of the source. Offsets are in the new file. */
interface CopiedChunk
  extends Pick<ColumnMetaData, 'dataPageOffset' | 'dictionaryPageOffset' | 'encodingStats' | 'totalUncompressedSize'> {
  readonly offsetIndex?: OffsetIndex | undefined;
}

/** Returns the metadata of a chunk that was copied without parsing its pages. Adds `shift` to its file offsets. */
function movedChunk({ metaData }: ChunkLocation, { offsetIndex }: WholeChunk, shift: number): CopiedChunk {
  const { dataPageOffset, dictionaryPageOffset, encodingStats, totalUncompressedSize } = metaData;
  return {
    ...{ totalUncompressedSize, dataPageOffset: dataPageOffset + shift },
    ...(dictionaryPageOffset !== undefined && { dictionaryPageOffset: dictionaryPageOffset + shift }),
    ...(encodingStats !== undefined && { encodingStats }),
    offsetIndex: shiftedIndex(offsetIndex, shift),
  };
}

/** Derives the metadata of a copied chunk from its pages. `isWhole` is true if all pages of the source were copied. */
function chunkOfPages(
  pages: readonly CopiedPage[],
  isWhole: boolean,
  index: OffsetIndex | undefined,
  location: ChunkLocation,
  plan: ColumnPlan,
): CopiedChunk {
  requireSlots(pages, location);
  const { encodingStats } = location.metaData;
  const stats = isWhole || encodingStats === undefined ? encodingStats : encodingStatsOf(pages, plan);
  const dictionary = pages.find(({ header }) => header.type === PageType.DICTIONARY_PAGE);
  return {
    totalUncompressedSize: pages.reduce((sum, { uncompressedBytes }) => sum + uncompressedBytes, 0),
    dataPageOffset: pages.find(({ header }) => isDataPage(header))?.offset ?? 0,
    ...(dictionary !== undefined && { dictionaryPageOffset: dictionary.offset }),
    ...(stats !== undefined && { encodingStats: stats }),
    offsetIndex: plan.pageIndex ? movedOffsetIndex(pages, index, location) : undefined,
  };
}

/** Copies the pages one by one, for chunks that are encrypted in the source or in the new file. */
async function copyPages(
  file: ParquetFile,
  location: ChunkLocation,
  output: PageOutput,
  signal: AbortSignal | undefined,
): Promise<CopiedPages> {
  const address = { rowGroup: location.rowGroup, column: location.leaf };
  const pages: CopiedPage[] = [];
  let isWhole = true;
  for await (const page of file.pages(address, signal)) {
    const { header, headerSize, headerBytes, body } = page;
    if (!isCopied(header, location)) {
      isWhole = false;
      continue;
    }
    pages.push({
      header,
      sourceOffset: page.fileOffset,
      sourceBytes: page.byteLength,
      offset: output.position,
      byteLength: headerSize + body.length,
      uncompressedBytes: headerSize + header.uncompressedPageSize,
    });
    await output.copy(headerBytes);
    await output.copy(body);
  }
  return { pages, isWhole };
}

/**
 * Checks the number of values in the pages, including nulls.
 * @throws ParquetError CORRUPT if this number differs from `num_values` in the footer.
 */
function requireSlots(pages: readonly CopiedPage[], { metaData }: ChunkLocation): void {
  const slots = pages.reduce((sum, { header }) => sum + (dataPageInfo(header)?.slotCount ?? 0), 0);
  if (slots === metaData.numValues) return;
  throw new ParquetError('CORRUPT', `the pages have ${slots} values, but \`num_values\` is ${metaData.numValues}`);
}

function encodingStatsOf(pages: readonly CopiedPage[], plan: ColumnPlan): NonNullable<ColumnMetaData['encodingStats']> {
  const headers = pages.map(({ header }) => header);
  return encodingsOf(headers, plan).encodingStats;
}

/** True if both files use the same order for the values of the column. Bounds then have the same meaning in both. */
export function hasSameOrder({ metadata }: ParquetFile, from: LeafNode, plan: ColumnPlan): boolean {
  const order: ColumnOrder | undefined = metadata.columnOrders?.[from.index];
  return order?.kind === plan.columnOrder.kind && hasSameType(from, plan);
}

export function hasSameType({ annotation }: LeafNode, { leaf }: ColumnPlan): boolean {
  return JSON.stringify(annotation) === JSON.stringify(leaf.annotation);
}

function movedMetaData(
  location: ChunkLocation,
  plan: ColumnPlan,
  { offsetIndex: _pages, ...moved }: CopiedChunk,
  totalCompressedSize: number,
  sameOrder: boolean,
): ColumnMetaData {
  const {
    indexPageOffset: _index,
    dictionaryPageOffset: _dictionary,
    bloomFilterOffset: _filter,
    bloomFilterLength: _length,
    encodingStats: _stats,
    geospatialStatistics,
    statistics,
    ...rest
  } = location.metaData;
  const kept = statistics === undefined || sameOrder ? statistics : withoutBounds(statistics);
  // A bounding box that was computed for straight edges in the plane is not valid for edges on a sphere.
  const isSameType = geospatialStatistics !== undefined && hasSameType(location.leaf, plan);
  return {
    ...rest,
    ...moved,
    totalCompressedSize,
    pathInSchema: plan.leaf.path,
    ...(kept === undefined ? {} : { statistics: kept }),
    ...(isSameType ? { geospatialStatistics } : {}),
  };
}

/**
 * Returns a copy of the statistics without `minValue` and `maxValue`, whose order depends on the column. Keeps the
 * deprecated `min` and `max`, whose order does not.
 */
function withoutBounds(statistics: Statistics): Statistics {
  const { minValue: _min, maxValue: _max, isMinValueExact: _isMin, isMaxValueExact: _isMax, ...rest } = statistics;
  return rest;
}

/**
 * Returns the offset index of the copy. The first rows of pages come from the page headers, or else from the source's
 * offset index. Returns undefined if neither states them.
 * @throws ParquetError CORRUPT if the source's index lists as many pages as the chunk has, but at other offsets.
 */
function movedOffsetIndex(
  pages: readonly CopiedPage[],
  index: OffsetIndex | undefined,
  { rowCount, leaf }: ChunkLocation,
): OffsetIndex | undefined {
  const data = pages.filter(({ header }) => isDataPage(header));
  const listed = index?.pageLocations.length === data.length ? index.pageLocations : undefined;
  const pageLocations: PageLocation[] = [];
  let row = 0;
  let isCounted = true;
  for (const [i, page] of data.entries()) {
    const { offset, byteLength, sourceOffset, sourceBytes } = page;
    const entry = listed?.[i];
    if (entry !== undefined && (entry.offset !== sourceOffset || entry.compressedPageSize !== sourceBytes)) {
      const what = `the offset index states ${entry.compressedPageSize} bytes at ${entry.offset}, but the page has ${sourceBytes} at ${sourceOffset}`;
      throw new ParquetError('CORRUPT', what, { fileOffset: sourceOffset });
    }
    const rows = rowsOf(page.header, leaf);
    const firstRowIndex = entry === undefined ? row : entry.firstRowIndex;
    // Each page in an offset index must start with a new row, so an index cannot list a page in which no row starts.
    if (rows === 0 || (rows === undefined && listed === undefined)) return undefined;
    if (rows === undefined) isCounted = false;
    else if (firstRowIndex !== row) return undefined;
    pageLocations.push({ offset, compressedPageSize: byteLength, firstRowIndex });
    row = firstRowIndex + (rows ?? 0);
  }
  if (isCounted && row !== rowCount) return undefined;
  const sizes = listed === undefined ? undefined : index?.unencodedByteArrayDataBytes;
  return sizes === undefined ? { pageLocations } : { pageLocations, unencodedByteArrayDataBytes: sizes };
}

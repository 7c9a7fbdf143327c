/**
 * Copies a column chunk from another file. Its pages are copied unchanged; nothing is decompressed or decoded.
 *
 * Offsets are adjusted, sizes are recomputed, and fields of the footer that some writers omit are filled in. Indexes and Bloom
 * filters are copied, too.
 */
import { PageType, ParquetError, withPlace } from '@marquetry/core';
import type {
  ColumnIndex,
  ColumnMetaData,
  ColumnOrder,
  OffsetIndex,
  PageLocation,
  Statistics,
} from '@marquetry/metadata';
import { dataPageInfo, type PageHeader } from '@marquetry/page';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { ChunkLocation } from '../chunk.js';
import type { ParquetFile } from '../parquet-file.js';
import { loadBloomFilter } from '../stored-filter.js';
import type { ChunkCopy } from './chunk-to-copy.js';
import type { ColumnPlan } from './options.js';
import type { PageOutput } from './output.js';
import { encodingsOf } from './page-encodings.js';
import { loadPageIndexes, type PageIndexes } from './page-indexes.js';
import type { PendingChunk, PlacedChunk } from './placed-chunk.js';

/**
 * Finds the chunk to copy, and checks that it fits the column of the new file. Does not read the pages yet.
 * @throws ParquetError INVALID_ARGUMENT if its type or
 * levels differ from the column's; UNSUPPORTED if it is encrypted.
 */
export function copiedChunk(
  { file, address }: ChunkCopy,
  plan: ColumnPlan,
  signal: AbortSignal | undefined,
): PendingChunk {
  const location = file.chunk(address);
  requireSameColumn(location.leaf, plan.leaf);
  return {
    rowCount: location.rowCount,
    write: async (output) => {
      try {
        return await copy(file, location, plan, output, signal);
      } catch (error) {
        throw withPlace(error, location.at);
      }
    },
  };
}

/**
 * Checks that pages of one column are valid in the other.
 * @throws ParquetError INVALID_ARGUMENT if the columns differ in type or levels, so that pages of one are not valid in the other.
 */
export function requireSameColumn(from: LeafNode, to: LeafNode): void {
  const facts = ['type', 'width', 'maxDefinitionLevel', 'maxRepetitionLevel'] as const;
  const fact = facts.find((name) => from[name] !== to[name]);
  if (fact === undefined) return;
  const column = formatPath(to.path);
  const what = `a copied chunk has ${fact} ${from[fact]}, but the column has ${to[fact]}`;
  throw new ParquetError('INVALID_ARGUMENT', what, { column });
}

/** A page that has been copied. */
interface CopiedPage {
  readonly type: number;
  readonly header: PageHeader;
  readonly location: Omit<PageLocation, 'firstRowIndex'>;
  /** Number of rows that start in the page; undefined if its header does not state it. */
  readonly rows: number | undefined;
}

async function copy(
  file: ParquetFile,
  location: ChunkLocation,
  plan: ColumnPlan,
  output: PageOutput,
  signal: AbortSignal | undefined,
): Promise<PlacedChunk> {
  const address = { rowGroup: location.rowGroup, column: location.leaf };
  const start = output.position;
  const pages: CopiedPage[] = [];
  let totalUncompressedSize = 0;
  let isWhole = true;
  for await (const { header, headerSize, headerBytes, body } of file.pages(address, signal)) {
    const offset = output.position;
    const slots = dataPageInfo(header)?.slotCount;
    // Pages without rows are not copied (page-indexes.ts explains why). A chunk without rows keeps its only page.
    if (slots === 0 && location.rowCount > 0) {
      isWhole = false;
      continue;
    }
    const rows = plan.leaf.maxRepetitionLevel === 0 ? slots : dataPageInfo(header)?.rowCount;
    const placed = { offset, compressedPageSize: headerSize + body.length };
    pages.push({ type: header.type, header, location: placed, rows });
    totalUncompressedSize += headerSize + header.uncompressedPageSize;
    await output.copy(headerBytes);
    await output.copy(body);
  }
  const sameOrder = hasSameOrder(file, location.leaf, plan);
  const indexes: Partial<PageIndexes> = plan.pageIndex ? await loadPageIndexes(file, location, signal) : {};
  const offsetIndex = plan.pageIndex ? movedOffsetIndex(pages, indexes.offsetIndex, location) : undefined;
  const columnIndex = offsetIndex !== undefined && sameOrder ? matching(indexes.columnIndex, offsetIndex) : undefined;
  const bloomFilter = await loadBloomFilter(file, location, signal);
  // A bounding box that was computed for planar edges is not valid for edges on the globe.
  const { geospatialStatistics: _, ...others } = location.metaData;
  const metaData = movedMetaData(hasSameType(location.leaf, plan) ? location.metaData : others, plan, pages, {
    totalUncompressedSize,
    totalCompressedSize: output.position - start,
    sameOrder,
  });
  const { encodingStats } = encodingsOf(
    pages.map(({ header }) => header),
    plan,
  );
  return {
    metaData: isWhole || metaData.encodingStats === undefined ? metaData : { ...metaData, encodingStats },
    ...(offsetIndex === undefined ? {} : { offsetIndex }),
    ...(columnIndex === undefined ? {} : { columnIndex }),
    ...(bloomFilter === undefined ? {} : { bloomFilter }),
  };
}

/** True if both files sort the values of the column in the same way, so that bounds have the same meaning. */
export function hasSameOrder({ metadata }: ParquetFile, from: LeafNode, plan: ColumnPlan): boolean {
  const order: ColumnOrder | undefined = metadata.columnOrders?.[from.index];
  return order?.kind === plan.columnOrder.kind && hasSameType(from, plan);
}

export function hasSameType({ annotation }: LeafNode, { leaf }: ColumnPlan): boolean {
  return JSON.stringify(annotation) === JSON.stringify(leaf.annotation);
}

function movedMetaData(
  metaData: ColumnMetaData,
  { leaf }: ColumnPlan,
  pages: readonly CopiedPage[],
  counted: {
    readonly totalUncompressedSize: number;
    readonly totalCompressedSize: number;
    readonly sameOrder: boolean;
  },
): ColumnMetaData {
  const {
    indexPageOffset: _index,
    dictionaryPageOffset: _dictionary,
    bloomFilterOffset: _filter,
    bloomFilterLength: _length,
    statistics,
    ...rest
  } = metaData;
  const dictionary = pages.find(({ type }) => type === PageType.DICTIONARY_PAGE);
  const data = pages.find(({ type }) => type === PageType.DATA_PAGE || type === PageType.DATA_PAGE_V2);
  const { sameOrder, ...sizes } = counted;
  const kept = statistics === undefined || sameOrder ? statistics : withoutBounds(statistics);
  return {
    ...rest,
    ...sizes,
    pathInSchema: leaf.path,
    dataPageOffset: data?.location.offset ?? 0,
    ...(dictionary === undefined ? {} : { dictionaryPageOffset: dictionary.location.offset }),
    ...(kept === undefined ? {} : { statistics: kept }),
  };
}

/** Returns statistics without bounds. Keeps the deprecated bounds `min` and `max`, whose order does not depend on the column. */
function withoutBounds(statistics: Statistics): Statistics {
  const { minValue: _min, maxValue: _max, isMinValueExact: _isMin, isMaxValueExact: _isMax, ...rest } = statistics;
  return rest;
}

/** Returns the offset index of the copy. Row numbers come from the page headers, or else from the source's index; undefined if both lack them. */
function movedOffsetIndex(
  pages: readonly CopiedPage[],
  index: OffsetIndex | undefined,
  { rowCount }: ChunkLocation,
): OffsetIndex | undefined {
  const data = pages.filter(({ type }) => type === PageType.DATA_PAGE || type === PageType.DATA_PAGE_V2);
  const sameCount = index?.pageLocations.length === data.length;
  const pageLocations: PageLocation[] = [];
  let row = 0;
  for (const [i, { location, rows }] of data.entries()) {
    const firstRowIndex = sameCount ? index?.pageLocations[i]?.firstRowIndex : row;
    // Each page of an index must start with a new row, so a page in which no row starts cannot be listed.
    if (firstRowIndex === undefined || rows === 0 || (rows === undefined && !sameCount)) return undefined;
    if (rows !== undefined && firstRowIndex !== row) return undefined;
    pageLocations.push({ ...location, firstRowIndex });
    row = firstRowIndex + (rows ?? 0);
  }
  if (data.every(({ rows }) => rows !== undefined) && row !== rowCount) return undefined;
  const sizes = sameCount ? index?.unencodedByteArrayDataBytes : undefined;
  return sizes === undefined ? { pageLocations } : { pageLocations, unencodedByteArrayDataBytes: sizes };
}

function matching(index: ColumnIndex | undefined, { pageLocations }: OffsetIndex): ColumnIndex | undefined {
  return index?.nullPages.length === pageLocations.length ? index : undefined;
}

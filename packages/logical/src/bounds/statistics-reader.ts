/**
 * Reads the statistics of a chunk and of the pages in its column index. Returns only those that a reader can use:
 * plausible counts, and bounds whose order is known and that do not contradict each other. Predicates use them to skip
 * data, `marquetry meta` prints them, and `file.statistics` returns them.
 */
import { PhysicalType } from '@marquetry/core';
import type { ColumnIndex, FileMetaData, OffsetIndex, Statistics } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { type BoundsReader, createBoundsReader } from './stored-bounds.js';
import { type UsableBounds, usableBounds } from './usable-bounds.js';
import { trustsByteArrayBounds } from './writer-version.js';

/** Statistics of the values of a chunk or page. An undefined count is unknown, not 0. */
export interface TrustedStatistics {
  /** Number of slots, including nulls; `Infinity` if unknown, as for the indexed pages of repeated columns. */
  readonly slotCount: number;
  /** Number of slots without a value. In a repeated column, these include the slots of empty and null lists. */
  readonly nullCount: number | undefined;
  readonly nanCount: number | undefined;
  readonly distinctCount: number | undefined;
  /** The bounds that a reader can use; undefined if the order of the stored bounds is unknown. */
  readonly bounds: UsableBounds | undefined;
  /** The reason why stored bounds were ignored, as text; undefined if none were ignored. */
  readonly ignored: string | undefined;
}

/** The statistics of the pages of a chunk, from its offset index and column index. */
export interface IndexedPages {
  /** The first row of each page, followed by the number of rows in the row group. */
  readonly starts: readonly number[];
  /**
   * Returns true for a page that the column index lists as a null page, unless the column is required or the null count
   * of the page shows that it contains values.
   */
  isNullPage(page: number): boolean;
  of(page: number): TrustedStatistics;
}

/** Reads the statistics of one column. */
export interface StatisticsReader {
  /**
   * The reader with which the bounds are read. Use it directly for bounds that do not come from a footer, a page header
   * or an index.
   */
  readonly bounds: BoundsReader;
  /**
   * Returns the statistics of a chunk or page, given its `Statistics` struct from the footer or the page header.
   * `slotCount` is the number of slots of the chunk or page.
   */
  of(statistics: Statistics | undefined, slotCount: number): TrustedStatistics;
  /**
   * Returns the statistics of the pages of a chunk; undefined if its column index and offset index list different
   * numbers of pages.
   */
  ofPages(index: ColumnIndex, offsetIndex: OffsetIndex, rowCount: number): IndexedPages | undefined;
}

/** Creates a reader for the statistics of `leaf` in the file with the given footer. */
export function createStatisticsReader(
  leaf: LeafNode,
  metadata: Pick<FileMetaData, 'columnOrders' | 'createdBy'>,
): StatisticsReader {
  const reader = createBoundsReader(leaf, metadata);
  const of = (statistics: Statistics | undefined, slotCount: number): TrustedStatistics => {
    const stored = reader.ofStatistics(statistics);
    const nanCount = plausible(statistics?.nanCount, slotCount);
    const counts = {
      slotCount,
      nullCount: plausible(statistics?.nullCount, slotCount),
      nanCount,
      distinctCount: plausible(statistics?.distinctCount, slotCount),
    };
    if (stored === undefined) {
      const { minValue, maxValue, min, max } = statistics ?? {};
      const isOld = (min ?? max) !== undefined;
      const isStored = isOld || (minValue ?? maxValue) !== undefined;
      return { ...counts, bounds: undefined, ignored: isStored ? distrustOf(leaf, metadata, isOld) : undefined };
    }
    const bounds = usableBounds(stored, statistics?.nanCount !== undefined);
    return { ...counts, bounds, ignored: bounds.ignored };
  };
  const ofPages: StatisticsReader['ofPages'] = (index, { pageLocations }, rowCount) => {
    const pages = pageLocations.length;
    const { nullPages, minValues, maxValues, nullCounts } = index;
    if (nullPages.length !== pages || minValues.length !== pages || maxValues.length !== pages) return undefined;
    if (nullCounts !== undefined && nullCounts.length !== pages) return undefined;
    const starts = [...pageLocations.map(({ firstRowIndex }) => firstRowIndex), rowCount];
    const source: PageSource = { leaf, metadata, reader, index, starts };
    return {
      starts,
      isNullPage: (page) => isNullPage(source, page),
      of: (page) => statisticsOfPage(source, page),
    };
  };
  return { bounds: reader, of, ofPages };
}

/** The arguments for reading the statistics of a chunk's pages from its indexes. */
interface PageSource {
  readonly leaf: LeafNode;
  readonly metadata: Pick<FileMetaData, 'columnOrders' | 'createdBy'>;
  readonly reader: BoundsReader;
  readonly index: ColumnIndex;
  readonly starts: readonly number[];
}

// The functions below are not closures of the reader: V8 would drop their compiled code at the first full garbage
// collection after the last use of the reader, and the next scan would run slowly.

function statisticsOfPage({ leaf, metadata, reader, index, starts }: PageSource, page: number): TrustedStatistics {
  const slotCount = slotsOf(leaf, starts, page);
  const nanCount = plausible(index.nanCounts?.[page], slotCount);
  const stored = reader.ofIndexedPage(index, page);
  const bounds = stored === undefined ? undefined : usableBounds(stored, nanCount !== undefined);
  const ignored =
    reader.order === undefined && index.nullPages[page] !== true ? distrustOf(leaf, metadata, false) : bounds?.ignored;
  return {
    slotCount,
    nullCount: isNullPage({ leaf, index, starts }, page) ? slotCount : plausible(index.nullCounts?.[page], slotCount),
    nanCount,
    distinctCount: undefined,
    bounds,
    ignored,
  };
}

/**
 * Returns the number of slots of a page. In a repeated column, the indexes do not contain that number, so the result is
 * `Infinity`, and every count is plausible.
 */
function slotsOf(leaf: LeafNode, starts: readonly number[], page: number): number {
  if (leaf.maxRepetitionLevel > 0) return Number.POSITIVE_INFINITY;
  return (starts[page + 1] as number) - (starts[page] as number);
}

function isNullPage({ leaf, index, starts }: Pick<PageSource, 'leaf' | 'index' | 'starts'>, page: number): boolean {
  if (index.nullPages[page] !== true || leaf.maxDefinitionLevel === 0) return false;
  // If parquet-mr writes a page without statistics, it marks the page as a null page with a null count of -1.
  const nulls = index.nullCounts?.[page];
  return nulls === undefined || (leaf.maxRepetitionLevel > 0 ? nulls >= 0 : nulls === slotsOf(leaf, starts, page));
}

/** Returns a count if it is plausible: neither negative nor above the number of slots. */
function plausible(count: number | undefined, slotCount: number): number | undefined {
  return count !== undefined && count >= 0 && count <= slotCount ? count : undefined;
}

/**
 * Returns the reason why stored bounds cannot be interpreted. `isOld` is true if the file stores the deprecated bounds
 * `min` and `max`.
 */
function distrustOf(
  leaf: LeafNode,
  { createdBy, columnOrders }: Pick<FileMetaData, 'columnOrders' | 'createdBy'>,
  isOld: boolean,
): string {
  const order = columnOrders?.[leaf.index]?.kind;
  if (order === 'unknown') return 'the footer states an unknown column order';
  if (order !== undefined) return `the column order ${order} is not defined for the type of the column`;
  const isByteArray = leaf.type === PhysicalType.BYTE_ARRAY || leaf.type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
  if (isOld && isByteArray && !trustsByteArrayBounds(createdBy))
    return `bounds from ${createdBy || 'an unknown writer'} may be wrong (PARQUET-251)`;
  return 'the footer does not state the order of the bounds';
}

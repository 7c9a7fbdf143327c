/**
 * Reads the statistics of a chunk and of its indexed pages, and keeps only those that can be used: plausible counts,
 * and bounds that have a meaning and do not contradict each other. Used for skipping data, for `marquetry meta`, and
 * for the statistics of a file.
 */
import { PhysicalType } from '@marquetry/core';
import type { ColumnIndex, FileMetaData, OffsetIndex, Statistics } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { type BoundsReader, createBoundsReader } from './stored-bounds.js';
import { type UsableBounds, usableBounds } from './usable-bounds.js';
import { trustsByteArrayBounds } from './writer-version.js';

/** Statistics of the values of a chunk or page. An undefined count is unknown, not 0. */
export interface TrustedStatistics {
  /** Slots including nulls; infinite if unknown, as for indexed pages of repeated columns. */
  readonly slotCount: number;
  /** Slots without a value. In a repeated column, these include slots of empty and null lists. */
  readonly nullCount: number | undefined;
  readonly nanCount: number | undefined;
  readonly distinctCount: number | undefined;
  /** The bounds that can be used; undefined if no stored bound has a meaning. */
  readonly bounds: UsableBounds | undefined;
  /** The reason, as text, why stored bounds are not used. */
  readonly ignored: string | undefined;
}

/** The pages of a chunk, from its two indexes. */
export interface IndexedPages {
  /** The first row of each page, then the number of rows of the row group. */
  readonly starts: readonly number[];
  /** True for a page that holds only nulls, unless the column or the null count of the page contradicts it. */
  isNullPage(page: number): boolean;
  of(page: number): TrustedStatistics;
}

/** Reads the statistics of one column. */
export interface StatisticsReader {
  /** The reader of the column's bounds, for bounds from other sources. */
  readonly bounds: BoundsReader;
  /** Statistics of the footer or of a page header. `slotCount` is the number of slots that they describe. */
  of(statistics: Statistics | undefined, slotCount: number): TrustedStatistics;
  /** Statistics of the pages of a chunk; undefined if the two indexes do not describe the same pages. */
  ofPages(index: ColumnIndex, offsetIndex: OffsetIndex, rowCount: number): IndexedPages | undefined;
}

/** Creates a reader for the statistics of `leaf` in the file with that footer. */
export function createStatisticsReader(
  leaf: LeafNode,
  metadata: Pick<FileMetaData, 'columnOrders' | 'createdBy'>,
): StatisticsReader {
  const reader = createBoundsReader(leaf, metadata);
  const of = (statistics: Statistics | undefined, slotCount: number): TrustedStatistics => {
    const count = plausibleCount(slotCount);
    const stored = reader.ofStatistics(statistics);
    const nanCount = count(statistics?.nanCount);
    const counts = {
      slotCount,
      nullCount: count(statistics?.nullCount),
      nanCount,
      distinctCount: count(statistics?.distinctCount),
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
    const { nullPages, minValues, maxValues, nullCounts, nanCounts } = index;
    if (nullPages.length !== pages || minValues.length !== pages || maxValues.length !== pages) return undefined;
    if (nullCounts !== undefined && nullCounts.length !== pages) return undefined;
    const starts = [...pageLocations.map(({ firstRowIndex }) => firstRowIndex), rowCount];
    const isRepeated = leaf.maxRepetitionLevel > 0;
    const rowsOf = (page: number): number => (starts[page + 1] as number) - (starts[page] as number);
    // parquet-mr states a null page with -1 nulls for a page that it wrote without statistics.
    const isNullPage = (page: number): boolean => {
      if (nullPages[page] !== true || leaf.maxDefinitionLevel === 0) return false;
      const nulls = nullCounts?.[page];
      return nulls === undefined || (isRepeated ? nulls >= 0 : nulls === rowsOf(page));
    };
    return {
      starts,
      isNullPage,
      of: (page) => {
        // The slots of a page of a repeated column are unknown, so none of its counts can be compared with them.
        const slotCount = isRepeated ? Number.POSITIVE_INFINITY : rowsOf(page);
        const count = plausibleCount(slotCount);
        const nanCount = count(nanCounts?.[page]);
        const stored = reader.ofIndexedPage(index, page);
        const bounds = stored === undefined ? undefined : usableBounds(stored, nanCount !== undefined);
        const ignored =
          reader.order === undefined && nullPages[page] !== true ? distrustOf(leaf, metadata, false) : bounds?.ignored;
        return {
          slotCount,
          nullCount: isNullPage(page) ? slotCount : count(nullCounts?.[page]),
          nanCount,
          distinctCount: undefined,
          bounds,
          ignored,
        };
      },
    };
  };
  return { bounds: reader, of, ofPages };
}

/** Returns a count if it is plausible: neither negative nor above the number of slots. */
function plausibleCount(slotCount: number): (count: number | undefined) => number | undefined {
  return (count) => (count !== undefined && count >= 0 && count <= slotCount ? count : undefined);
}

/** Returns the reason why existing bounds have no meaning. `isOld` is true for the deprecated `min` and `max`. */
function distrustOf(
  leaf: LeafNode,
  { createdBy, columnOrders }: Pick<FileMetaData, 'columnOrders' | 'createdBy'>,
  isOld: boolean,
): string {
  const order = columnOrders?.[leaf.index]?.kind;
  if (order === 'unknown') return 'the footer states an unknown column order';
  if (order !== undefined) return `the column has no ${order}`;
  const isByteArray = leaf.type === PhysicalType.BYTE_ARRAY || leaf.type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
  if (isOld && isByteArray && !trustsByteArrayBounds(createdBy))
    return `${createdBy || 'the writer is unknown'} (PARQUET-251)`;
  return 'the footer does not state their order';
}

/**
 * Converts the statistics of pages to Thrift structs: the `Statistics` of page headers and of the footer, and the
 * ColumnIndex.
 */
import type { LeafColumn } from '@marquetry/core';
import { type Bounds, joinBounds, noBounds, shortenMax, shortenMin, type ValueOrder } from '@marquetry/logical';
import { BoundaryOrder, type ColumnIndex, type SizeStatistics, type Statistics } from '@marquetry/metadata';
import type { BoundsFormat } from './bounds-format.js';
import type { PageStatistics } from './page-statistics.js';

/** Returns the `Statistics` struct of one page or of the whole chunk. */
export function statisticsOf(
  nullCount: number,
  bounds: Bounds,
  { order, boundBytes }: BoundsFormat,
  distinctCount?: number,
): Statistics {
  const counts = {
    nullCount,
    ...(distinctCount === undefined ? {} : { distinctCount }),
    ...(order?.hasNans === true ? { nanCount: bounds.nanCount } : {}),
  };
  if (order === undefined || bounds.min === undefined || bounds.max === undefined) return counts;
  const min = shortenMin(bounds.min, boundBytes, order.shortens);
  const max = shortenMax(bounds.max, boundBytes, order.shortens);
  return {
    ...counts,
    minValue: min.bytes,
    maxValue: max.bytes,
    isMinValueExact: min.isExact,
    isMaxValueExact: max.isExact,
  };
}

/** Returns the minimum and maximum over all pages. */
export function chunkBounds(pages: readonly PageStatistics[], order: ValueOrder | undefined): Bounds {
  if (order === undefined) return noBounds;
  return pages.reduce<Bounds>((all, { bounds }) => joinBounds(order, all, bounds), noBounds);
}

/** Returns the `SizeStatistics` struct of the pages. Returns undefined if there is nothing to store in it. */
export function sizeStatisticsOf(pages: readonly PageStatistics[]): SizeStatistics | undefined {
  const bytes = total(pages, (page) => page.byteArrayBytes);
  const repetition = sumOf(pages, (page) => page.repetitionLevels);
  const definition = sumOf(pages, (page) => page.definitionLevels);
  if (bytes === undefined && repetition === undefined && definition === undefined) return undefined;
  return {
    ...(bytes === undefined ? {} : { unencodedByteArrayDataBytes: bytes }),
    ...(repetition === undefined ? {} : { repetitionLevelHistogram: repetition }),
    ...(definition === undefined ? {} : { definitionLevelHistogram: definition }),
  };
}

/**
 * Returns the ColumnIndex of the pages. Returns undefined if the column has no order. Also returns undefined if a page
 * contains only NaNs in TYPE_ORDER, because such a page has no bounds in that order.
 */
export function columnIndexOf(
  pages: readonly PageStatistics[],
  column: LeafColumn,
  { order, boundBytes }: BoundsFormat,
): ColumnIndex | undefined {
  if (order === undefined || pages.length === 0) return undefined;
  const nullPages = pages.map((page) => page.nullCount === page.slotCount);
  if (pages.some(({ bounds }, i) => nullPages[i] === false && bounds.min === undefined)) return undefined;
  const empty = new Uint8Array(0);
  const minValues = pages.map(({ bounds: { min } }) =>
    min === undefined ? empty : shortenMin(min, boundBytes, order.shortens).bytes,
  );
  const maxValues = pages.map(({ bounds: { max } }) =>
    max === undefined ? empty : shortenMax(max, boundBytes, order.shortens).bytes,
  );
  const present = (bounds: readonly Uint8Array[]): Uint8Array[] => bounds.filter((_, i) => nullPages[i] === false);
  const repetition = column.maxRepetitionLevel > 0 ? pages.flatMap((page) => page.repetitionLevels ?? []) : undefined;
  const definition = column.maxDefinitionLevel > 1 ? pages.flatMap((page) => page.definitionLevels ?? []) : undefined;
  return {
    nullPages,
    minValues,
    maxValues,
    boundaryOrder: boundaryOrderOf(present(minValues), present(maxValues), order),
    nullCounts: pages.map((page) => page.nullCount),
    ...(order.hasNans ? { nanCounts: pages.map(({ bounds }) => bounds.nanCount) } : {}),
    ...(repetition === undefined ? {} : { repetitionLevelHistograms: repetition }),
    ...(definition === undefined ? {} : { definitionLevelHistograms: definition }),
  };
}

function boundaryOrderOf(min: readonly Uint8Array[], max: readonly Uint8Array[], order: ValueOrder): number {
  const goes = (bounds: readonly Uint8Array[], sign: number): boolean =>
    bounds.every((bound, i) => {
      const previous = bounds[i - 1];
      return previous === undefined || sign * order.compare(previous, bound) <= 0;
    });
  if (goes(min, 1) && goes(max, 1)) return BoundaryOrder.ASCENDING;
  if (goes(min, -1) && goes(max, -1)) return BoundaryOrder.DESCENDING;
  return BoundaryOrder.UNORDERED;
}

function total(pages: readonly PageStatistics[], of: (page: PageStatistics) => number | undefined): number | undefined {
  return pages.reduce<number | undefined>((sum, page) => {
    const count = of(page);
    return count === undefined ? sum : (sum ?? 0) + count;
  }, undefined);
}

function sumOf(
  pages: readonly PageStatistics[],
  of: (page: PageStatistics) => readonly number[] | undefined,
): readonly number[] | undefined {
  return pages.reduce<readonly number[] | undefined>((sum, page) => {
    const counts = of(page);
    return counts === undefined || sum === undefined
      ? (counts ?? sum)
      : sum.map((count, i) => count + (counts[i] ?? 0));
  }, undefined);
}

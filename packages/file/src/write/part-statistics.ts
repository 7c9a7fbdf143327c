/**
 * Computes the statistics of some of a chunk's pages from page indexes and page headers, without decoding the pages.
 */
import { PhysicalType } from '@marquetry/core';
import { BoundaryOrder, type ColumnIndex, type SizeStatistics, type Statistics } from '@marquetry/metadata';
import { dataPageInfo, type PageHeader } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';

/**
 * Returns the statistics of several pages together: the null count, from the column index or the page headers, and the
 * minimum and maximum if they can be derived from the column index.
 * @param index A column index that lists exactly these pages.
 */
export function partStatistics(
  leaf: LeafNode,
  headers: readonly PageHeader[],
  index: ColumnIndex | undefined,
  withBounds: boolean,
): Statistics | undefined {
  const nullCount = leaf.maxDefinitionLevel === 0 ? 0 : sumOf(index?.nullCounts ?? nullsOfHeaders(headers));
  const nanCount = sumOf(index?.nanCounts);
  const bounds = withBounds && index !== undefined ? boundsOf(leaf, index) : {};
  if (nullCount === undefined && bounds.minValue === undefined) return undefined;
  return {
    ...(nullCount === undefined ? {} : { nullCount }),
    ...(nanCount === undefined ? {} : { nanCount }),
    ...bounds,
  };
}

function nullsOfHeaders(headers: readonly PageHeader[]): number[] {
  return headers
    .filter((header) => dataPageInfo(header) !== undefined)
    .map((header) => dataPageInfo(header)?.nullCount ?? dataPageInfo(header)?.statistics?.nullCount ?? -1);
}

/** Returns the sum of the counts. Returns undefined if a count is unknown; parquet-mr stores unknown counts as -1. */
function sumOf(counts: readonly number[] | undefined): number | undefined {
  return counts?.reduce<number | undefined>((sum, n) => (sum === undefined || n < 0 ? undefined : sum + n), 0);
}

/**
 * Returns the minimum and maximum of several pages. If the bounds in the index ascend or descend, the result is taken
 * from the first and last page that contains values. Otherwise, the result is empty unless only one page contains
 * values.
 */
function boundsOf({ type }: LeafNode, index: ColumnIndex): Statistics {
  const { nullPages, minValues, maxValues, boundaryOrder } = index;
  // If parquet-mr does not know the statistics of a page, it marks the page as a null page with -1 nulls, although the
  // page may contain values.
  if (index.nullCounts?.some((count) => count < 0) === true) return {};
  const filled = [...nullPages.keys()].filter((page) => nullPages[page] === false);
  const isOrdered = boundaryOrder === BoundaryOrder.ASCENDING || boundaryOrder === BoundaryOrder.DESCENDING;
  if (filled.length === 0 || (filled.length > 1 && !isOrdered)) return {};
  const descends = boundaryOrder === BoundaryOrder.DESCENDING;
  const minValue = minValues[(descends ? filled.at(-1) : filled[0]) ?? -1];
  const maxValue = maxValues[(descends ? filled[0] : filled.at(-1)) ?? -1];
  if (minValue === undefined || maxValue === undefined) return {};
  const isShortened = type === PhysicalType.BYTE_ARRAY || type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
  return { minValue, maxValue, ...(isShortened ? { isMinValueExact: false, isMaxValueExact: false } : {}) };
}

/**
 * Returns the size statistics of several pages together. A sum is undefined if the index lacks the value for any page.
 */
export function partSizes(
  byteArrayBytes: readonly number[] | undefined,
  index: ColumnIndex | undefined,
  leaf: LeafNode,
): SizeStatistics | undefined {
  const bytes = sumOf(byteArrayBytes);
  const repetition = joinedHistogram(index?.repetitionLevelHistograms, leaf.maxRepetitionLevel + 1);
  const definition = joinedHistogram(index?.definitionLevelHistograms, leaf.maxDefinitionLevel + 1);
  if (bytes === undefined && repetition === undefined && definition === undefined) return undefined;
  return {
    ...(bytes === undefined ? {} : { unencodedByteArrayDataBytes: bytes }),
    ...(repetition === undefined ? {} : { repetitionLevelHistogram: repetition }),
    ...(definition === undefined ? {} : { definitionLevelHistogram: definition }),
  };
}

function joinedHistogram(counts: readonly number[] | undefined, levels: number): number[] | undefined {
  if (counts === undefined || counts.length === 0) return undefined;
  const joined = new Array<number>(levels).fill(0);
  for (const [i, count] of counts.entries()) joined[i % levels] = (joined[i % levels] as number) + count;
  return joined;
}

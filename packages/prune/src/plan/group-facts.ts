/**
 * The counts and bounds that the footer states for the columns of a row group.
 */

import type { ParquetFile } from '@marquetry/file';
import { type BoundsReader, createBoundsReader, trustsByteArrayBounds, usableBounds } from '@marquetry/logical';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Facts } from '../verdict/facts.js';
import type { Ignored } from './scan-plan.js';

/** Makes facts of statistics, for all row groups of a file. */
export interface GroupFacts {
  /** Facts of a chunk; without bounds where they mean nothing. */
  of(rowGroup: number, leaf: LeafNode): Facts;
  /** The reader of a column's bounds. */
  boundsReader(leaf: LeafNode): BoundsReader;
  /** What was not used, of those that were asked for. */
  readonly ignored: readonly Ignored[];
}

export function createGroupFacts(file: ParquetFile): GroupFacts {
  const readers = new Map<LeafNode, BoundsReader>();
  const ignored: Ignored[] = [];
  const boundsReader = (leaf: LeafNode): BoundsReader => {
    const known = readers.get(leaf);
    if (known !== undefined) return known;
    const made = createBoundsReader(leaf, file.metadata);
    readers.set(leaf, made);
    return made;
  };
  return {
    ignored,
    boundsReader,
    of: (rowGroup, leaf) => {
      const { metaData } = file.chunk({ rowGroup, column: leaf });
      const { statistics, numValues } = metaData;
      const ignore = (why: string): void => {
        ignored.push({ rowGroup, column: formatPath(leaf.path), why: `statistics ignored: ${why}` });
      };
      const counts = { slotCount: numValues, ...countsOf(statistics, numValues) };
      const stored = boundsReader(leaf).ofStatistics(statistics);
      if (stored === undefined) {
        const { minValue, maxValue, min, max } = statistics ?? {};
        if ((minValue ?? maxValue ?? min ?? max) !== undefined) ignore(distrustOf(leaf, file.metadata));
        return counts;
      }
      const bounds = usableBounds(stored, statistics?.nanCount !== undefined);
      if (bounds.ignored !== undefined) ignore(bounds.ignored);
      return { ...counts, bounds };
    },
  };
}

/** Counts that can be true: those that are negative, or above the slots, are not. */
export function countsOf(
  stated: { readonly nullCount?: number; readonly nanCount?: number } | undefined,
  slotCount: number,
): Pick<Facts, 'nullCount' | 'nanCount'> {
  const plausible = (count: number | undefined): number | undefined =>
    count !== undefined && count >= 0 && count <= slotCount ? count : undefined;
  return { nullCount: plausible(stated?.nullCount), nanCount: plausible(stated?.nanCount) };
}

/** Why bounds that are there mean nothing. */
function distrustOf(leaf: LeafNode, { createdBy, columnOrders }: ParquetFile['metadata']): string {
  const order = columnOrders?.[leaf.index]?.kind;
  if (order === 'unknown') return 'the footer states a column order that is not known';
  if (order !== undefined) return `the column has no ${order}`;
  if (!trustsByteArrayBounds(createdBy)) return `${createdBy || 'the writer is not named'} (PARQUET-251)`;
  return 'the footer does not state their order';
}

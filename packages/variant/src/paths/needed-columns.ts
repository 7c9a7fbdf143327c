/** Finds the columns of a VARIANT path that need not be read in a row group. */
import { isParquetError } from '@marquetry/core';
import type { ChunkLocation, ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import type { PathColumns, ValueOnTheWay } from './path-columns.js';

/** A column that is not read, and the column from which its levels are derived. */
export interface AbsentColumn {
  readonly anchor: LeafNode;
  readonly isMetadata: boolean;
}

/**
 * Returns the metadata of a column chunk; undefined if the file does not have the column, as may happen in a dataset.
 */
function metaDataOf(file: ParquetFile, rowGroup: number, column: LeafNode): ChunkLocation['metaData'] | undefined {
  try {
    return file.chunk({ rowGroup, column }).metaData;
  } catch (error) {
    if (isParquetError(error) && error.code === 'INVALID_ARGUMENT') return undefined;
    throw error;
  }
}

/** True if the footer states that all values of a chunk are null. */
function areAllNull(file: ParquetFile, rowGroup: number, leaf: LeafNode): boolean {
  const { statistics, numValues } = metaDataOf(file, rowGroup, leaf) ?? {};
  return statistics?.nullCount !== undefined && statistics.nullCount === numValues;
}

/**
 * True if the levels of `anchor` prove that a `value` column is not used, because the `typed_value` in its group is
 * never null.
 */
function isAlwaysTyped(file: ParquetFile, rowGroup: number, anchor: LeafNode, { untyped }: ValueOnTheWay): boolean {
  if (untyped === undefined) return false;
  const { sizeStatistics, statistics } = metaDataOf(file, rowGroup, anchor) ?? {};
  if (statistics?.nullCount === 0) return true;
  const histogram = sizeStatistics?.definitionLevelHistogram;
  if (histogram?.length !== anchor.maxDefinitionLevel + 1) return false;
  return histogram.slice(...untyped).every((count) => count === 0);
}

/** True if metadata proves that this `value` column does not contain values at the path. */
function isUnneeded(file: ParquetFile, rowGroup: number, value: ValueOnTheWay, anchor: LeafNode | undefined): boolean {
  if (areAllNull(file, rowGroup, value.leaf)) return true;
  return anchor !== undefined && anchor !== value.leaf && isAlwaysTyped(file, rowGroup, anchor, value);
}

/** Returns the columns that are not read in a row group. Columns in `kept` are always read. */
export function absentIn(
  file: ParquetFile,
  rowGroup: number,
  paths: readonly PathColumns[],
  kept: ReadonlySet<LeafNode>,
): ReadonlyMap<LeafNode, AbsentColumn> {
  const absent = new Map<LeafNode, AbsentColumn>();
  const needed = new Set(kept);
  for (const { anchor, leaves, metadata, onTheWay, values } of paths) {
    const unneeded = new Set(
      onTheWay.filter((value) => isUnneeded(file, rowGroup, value, anchor)).map(({ leaf }) => leaf),
    );
    const isWithoutNames =
      unneeded.size === onTheWay.length && values.every((value) => areAllNull(file, rowGroup, value));
    for (const leaf of leaves) {
      const isMetadata = leaf === metadata;
      const isAbsent = isMetadata ? isWithoutNames : unneeded.has(leaf);
      if (anchor !== undefined && leaf !== anchor && isAbsent) absent.set(leaf, { anchor, isMetadata });
      else needed.add(leaf);
    }
  }
  for (const leaf of needed) absent.delete(leaf);
  return absent;
}

/** True if metadata proves that all values at a path are in its `typed_value` column, which stores a primitive type. */
export function isOnlyTyped(file: ParquetFile, rowGroup: number, { anchor, onTheWay, typed }: PathColumns): boolean {
  return typed !== undefined && onTheWay.every((value) => isUnneeded(file, rowGroup, value, anchor));
}

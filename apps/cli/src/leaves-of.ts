/** Finds the columns that an option names. */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { UsageError } from './failure.js';

/**
 * Returns the columns at the given paths, in that order, without repeats.
 * @throws UsageError if a path names no column.
 */
export function leavesOf(file: ParquetFile, paths: readonly string[] | undefined): readonly LeafNode[] {
  if (paths === undefined) return file.schema.leaves;
  try {
    return [...new Set(paths.flatMap((path) => file.schema.find(path)))];
  } catch (error) {
    throw isParquetError(error) ? new UsageError(error.message) : error;
  }
}

/**
 * The columns that an option names.
 */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { UsageError } from './failure.js';

/** The columns that the paths name, in their order, each once. @throws UsageError when one names none. */
export function leavesOf(file: ParquetFile, paths: readonly string[] | undefined): readonly LeafNode[] {
  if (paths === undefined) return file.schema.leaves;
  try {
    return [...new Set(paths.flatMap((path) => file.schema.find(path)))];
  } catch (error) {
    throw isParquetError(error) ? new UsageError(error.message) : error;
  }
}

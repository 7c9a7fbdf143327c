/**
 * Makes paths into VARIANT columns, such as `event.user.id`, readable as columns. The type of such a column is the type
 * that the writer shredded the path into.
 */
import { onDemand } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { ReadArrowOptions } from './read-arrow-options.js';

const code = onDemand(() => import('@marquetry/variant/paths'));

/**
 * Returns a file and options that make paths into VARIANT columns readable. If neither `columns` nor `where` can
 * contain such a path, returns the given file and options.
 */
export async function withPaths(
  file: ParquetFile,
  options: ReadArrowOptions,
): Promise<readonly [file: ParquetFile, options: ReadArrowOptions]> {
  // Each VARIANT column has a child column named `metadata`. A file without one has no VARIANT column.
  const hasVariant = file.schema.leaves.some(({ name }) => name === 'metadata');
  if (!hasVariant || (options.columns ?? options.where) === undefined) return [file, options];
  return (await code.load()).withTypedPaths(file, options);
}

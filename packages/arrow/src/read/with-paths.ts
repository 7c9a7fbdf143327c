/** Makes paths into VARIANT columns, such as `event.user.id`, readable as columns of the type that the path is shredded into. */
import { onDemand } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { ReadArrowOptions } from './read-arrow-options.js';

const code = onDemand(() => import('@marquetry/variant/paths'));

/**
 * Returns the file and the options with which to read paths into VARIANTs. They are the given file and options if neither
 * `columns` nor `where` can contain such a path.
 */
export async function withPaths(
  file: ParquetFile,
  options: ReadArrowOptions,
): Promise<readonly [file: ParquetFile, options: ReadArrowOptions]> {
  // Each VARIANT has a column named `metadata`.
  const hasVariant = file.schema.leaves.some(({ name }) => name === 'metadata');
  if (!hasVariant || (options.columns ?? options.where) === undefined) return [file, options];
  return (await code.load()).withTypedPaths(file, options);
}

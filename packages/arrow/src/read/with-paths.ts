/** Paths into VARIANT columns, such as `event.user.id`, as columns of the types that they are shredded into. */
import { onDemand } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { ReadArrowOptions } from './read-arrow-options.js';

const code = onDemand(() => import('@marquetry/variant/paths'));

/** Returns the file and the options to read with: those given if neither `columns` nor `where` may have a path. */
export async function withPaths(
  file: ParquetFile,
  options: ReadArrowOptions,
): Promise<readonly [file: ParquetFile, options: ReadArrowOptions]> {
  // Each VARIANT has a column of this name.
  const hasVariant = file.schema.leaves.some(({ name }) => name === 'metadata');
  if (!hasVariant || (options.columns ?? options.where) === undefined) return [file, options];
  return (await code.load()).withTypedPaths(file, options);
}

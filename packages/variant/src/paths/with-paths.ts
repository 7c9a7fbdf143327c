/**
 * A file and the options of a read, whose columns and predicate may have paths into VARIANT columns.
 */
import type { ParquetFile, ReadBatchesOptions } from '@marquetry/file';
import { filterVariants } from './filtered-file.js';
import { projectVariants } from './projected-file.js';

/**
 * Returns the file and the options to read with: those given if neither `columns` nor `where` has a path. From `stored`, the same options read
 * the columns that store the paths.
 * @throws ParquetError as `projectVariants` and `filterVariants`.
 */
export function withPaths<O extends Pick<ReadBatchesOptions, 'columns' | 'where'> | undefined>(
  file: ParquetFile,
  options: O,
): readonly [file: ParquetFile, options: O, stored: ParquetFile] {
  const filtered = filterVariants(file, options?.where) ?? file;
  const projected = projectVariants(filtered, options?.columns);
  if (projected === undefined) return [filtered, options, filtered];
  return [projected.file, { ...options, columns: projected.columns }, filtered];
}

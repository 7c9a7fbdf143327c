/**
 * Allows paths into VARIANT columns in the `columns` and `where` options of reads. The code for such paths is loaded
 * when a file with a VARIANT column is first read with named columns or a predicate.
 */
import { generateWith, type OnDemand, onDemand } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { ReadRowsOptions } from '@marquetry/records';

const paths: OnDemand<typeof import('@marquetry/variant/paths')> = onDemand(() => import('@marquetry/variant/paths'));

type Read =
  | (Pick<ReadRowsOptions, 'columns' | 'where' | 'rowGroups' | 'paranoid'> & { readonly orderBy?: unknown })
  | undefined;

/**
 * Returns the module for paths into VARIANT columns if the options may contain such a path; if not, returns
 * `otherwise`.
 */
export function pathsOr<T>({ schema }: Pick<ParquetFile, 'schema'>, read: Read, otherwise: T): typeof paths | T {
  // Every VARIANT column is stored as several columns, one of which is named `metadata`.
  return (read?.columns || read?.where) && schema.leaves.some(({ name }) => name === 'metadata') ? paths : otherwise;
}

/**
 * Calls `make` with a file, the options, and the file with its stored schema. If the options contain paths into VARIANT
 * columns, the first argument is a view of the file in which these paths are columns.
 */
export function withVariantPaths<T, O extends Read>(
  file: ParquetFile,
  options: O,
  make: (file: ParquetFile, options: O, stored: ParquetFile) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const code = pathsOr(file, options, undefined);
  return code ? generateWith(code, ({ withPaths }) => make(...withPaths(file, options))) : make(file, options, file);
}

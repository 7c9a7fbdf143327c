/**
 * Supports reads whose columns or predicates contain paths into VARIANT columns. The code for them is loaded by the first read of a file with such a
 * column that names columns or has a predicate.
 */
import { generateWith, type OnDemand, onDemand } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { ReadRowsOptions } from '@marquetry/records';

const paths: OnDemand<typeof import('@marquetry/variant/paths')> = onDemand(() => import('@marquetry/variant/paths'));

type Read =
  | (Pick<ReadRowsOptions, 'columns' | 'where' | 'rowGroups' | 'paranoid'> & { readonly orderBy?: unknown })
  | undefined;

/**
 * Returns the code for paths into VARIANT columns if the read may contain one; otherwise `otherwise`, which has the
 * same functions.
 */
export function pathsOr<T>({ schema }: Pick<ParquetFile, 'schema'>, read: Read, otherwise: T): typeof paths | T {
  // In every VARIANT, one of the stored columns has this name.
  return (read?.columns || read?.where) && schema.leaves.some(({ name }) => name === 'metadata') ? paths : otherwise;
}

/**
 * Calls `make` with the file. If the read contains paths into VARIANT columns, the paths are columns of that file, and
 * `stored` contains the columns that store them.
 */
export function withVariantPaths<T, O extends Read>(
  file: ParquetFile,
  options: O,
  make: (file: ParquetFile, options: O, stored: ParquetFile) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const code = pathsOr(file, options, undefined);
  return code ? generateWith(code, ({ withPaths }) => make(...withPaths(file, options))) : make(file, options, file);
}

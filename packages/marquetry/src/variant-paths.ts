/**
 * Reads whose columns are paths into VARIANT columns. The code for them is loaded by the first read of a file with such a column that
 * names columns.
 */
import { generateWith, onDemand } from '@marquetry/core';
import type { ParquetFile, ReadBatchesOptions } from '@marquetry/file';

const paths = onDemand(() => import('@marquetry/variant/paths'));

type Columns = Pick<ReadBatchesOptions, 'columns'>;

/** Calls `make` with the file, or with one in which the paths are columns. */
export function withVariantPaths<T, O extends Columns>(
  file: ParquetFile,
  options: O | undefined,
  make: (file: ParquetFile, options: O | undefined) => AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const columns = options?.columns;
  // Each VARIANT has a column of this name.
  if (columns === undefined || !file.schema.leaves.some(({ name }) => name === 'metadata')) return make(file, options);
  return generateWith(paths, ({ projectVariants }) => {
    const projected = projectVariants(file, columns);
    if (projected === undefined) return make(file, options);
    return make(projected.file, { ...(options as O), columns: projected.columns });
  });
}

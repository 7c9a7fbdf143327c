/** Resolves paths into VARIANT columns in the columns and the predicate of a read. */
import { leavesOf, type ParquetFile, type ReadBatchesOptions } from '@marquetry/file';
import { filterVariants, storageWhere } from './filtered-file.js';
import { projectVariants } from './projected-file.js';

/**
 * Returns a file and options for reading paths into VARIANTs. The returned `file` has a column for each path. The
 * returned `stored` has no such columns: when it is read with the returned options, it returns the columns that store
 * the paths. If neither `columns` nor `where` contains a path, returns the given file and options.
 * @throws ParquetError like `projectVariants` and `filterVariants`.
 */
export function withPaths<O extends PathOptions | undefined>(
  file: ParquetFile,
  given: O,
): readonly [file: ParquetFile, options: O, stored: ParquetFile] {
  // Sorted rows are found before their batches are read, with one predicate for all row groups.
  const where = given?.orderBy === undefined ? undefined : given.where;
  const options = where === undefined ? given : { ...given, where: storageWhere(file, where, given) };
  const filtered = filterVariants(file, options?.where) ?? file;
  const projected = projectVariants(filtered, options?.columns);
  if (projected === undefined) return [filtered, options, filtered];
  return [projected.file, { ...options, columns: projected.columns }, filtered];
}

/** Returns a file whose schema has only the given columns, which may be paths into VARIANT columns. */
export function onlyColumns(file: ParquetFile, columns: ReadBatchesOptions['columns']): ParquetFile {
  const [projected, options] = withPaths(file, columns && { columns });
  return { ...projected, schema: { ...projected.schema, leaves: leavesOf(projected.schema, options?.columns) } };
}

/** The options of a read in which paths into VARIANT columns may occur. */
interface PathOptions extends Pick<ReadBatchesOptions, 'columns' | 'where' | 'rowGroups' | 'paranoid'> {
  readonly orderBy?: unknown;
}

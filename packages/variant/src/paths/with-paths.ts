/**
 * A file and the options of a read, whose columns and predicate may have paths into VARIANT columns.
 */
import { leavesOf, type ParquetFile, type ReadBatchesOptions } from '@marquetry/file';
import { filterVariants, storageWhere } from './filtered-file.js';
import { projectVariants } from './projected-file.js';

/**
 * Returns the file and the options with which to read paths into VARIANTs. If neither `columns` nor `where` contains a path, they
 * are the given file and options. The element `stored` is a file from which the same options read the columns that store the
 * paths.
 * @throws ParquetError as `projectVariants` and `filterVariants`.
 */
export function withPaths<O extends PathOptions | undefined>(
  file: ParquetFile,
  given: O,
): readonly [file: ParquetFile, options: O, stored: ParquetFile] {
  // Ordered rows are found before their batches are read, with one predicate for all row groups.
  const where = given?.orderBy === undefined ? undefined : given.where;
  const options = where === undefined ? given : { ...given, where: storageWhere(file, where, given) };
  const filtered = filterVariants(file, options?.where) ?? file;
  const projected = projectVariants(filtered, options?.columns);
  if (projected === undefined) return [filtered, options, filtered];
  return [projected.file, { ...options, columns: projected.columns }, filtered];
}

/** Returns the file with only these columns, which may be paths into VARIANT columns, in its schema. */
export function onlyColumns(file: ParquetFile, columns: ReadBatchesOptions['columns']): ParquetFile {
  const [projected, options] = withPaths(file, columns && { columns });
  return { ...projected, schema: { ...projected.schema, leaves: leavesOf(projected.schema, options?.columns) } };
}

/** The options of a read that may contain paths. */
interface PathOptions extends Pick<ReadBatchesOptions, 'columns' | 'where' | 'rowGroups' | 'paranoid'> {
  readonly orderBy?: unknown;
}

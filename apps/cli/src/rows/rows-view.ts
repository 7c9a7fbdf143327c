/** Determines the rows and columns of a file to read, as requested by `--columns` and `--where`. */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile, Where } from '@marquetry/file';
import { type Field, formatPath, type LeafNode, parsePath } from '@marquetry/schema';
import { UsageError } from '../failure.js';
import { leavesOf } from '../leaves-of.js';
import { type VariantPaths, variantPathsOf } from '../variant-paths.js';
import { byPlace, fieldsInOrder } from './fields-in-order.js';
import type { RowOptions } from './row-options.js';

export interface RowsView {
  /** The file to read. Its schema has a column for each path into a VARIANT column that `--columns` names. */
  readonly file: ParquetFile;
  /** The columns to read. */
  readonly leaves: readonly LeafNode[];
  /** The fields of the rows, in the order in which `--columns` names them. */
  readonly fields: readonly Field[];
  readonly where?: Where;
  /** The names of the fields that are paths into VARIANT columns. */
  readonly paths: readonly string[];
}

/**
 * Resolves the `--columns` and `--where` options for a file.
 * @throws UsageError if a column does not exist or the predicate is invalid.
 */
export async function rowsViewOf(
  stored: ParquetFile,
  { columns, where: text }: Pick<RowOptions, 'columns' | 'where'>,
): Promise<RowsView> {
  const code = columns === undefined && text === undefined ? undefined : await variantPathsOf(stored);
  const where =
    text === undefined ? undefined : (await import('../where/read-where.js')).readWhere(text, stored, code).where;
  const filtered = code?.filterVariants(stored, where) ?? stored;
  const projected = code && projectedFile(code, filtered, columns);
  const base = where === undefined ? {} : { where };
  if (projected === undefined) {
    const leaves = leavesOf(stored, columns);
    return { ...base, file: filtered, leaves, fields: fieldsInOrder(stored.schema, leaves), paths: [] };
  }
  const { file, columns: leaves } = projected;
  const named = (columns ?? []).map((column) => parsePath(column));
  const texts = named.map((path) => formatPath(path));
  const isPath = ({ kind, name, node }: Field): boolean => kind === 'variant' && node.path.at(-1) !== name;
  const placeOf = (field: Field): number =>
    isPath(field)
      ? texts.indexOf(field.name)
      : named.findIndex((path) => field.leaves.some((leaf) => path.every((name, i) => leaf.path[i] === name)));
  const fields = byPlace(fieldsInOrder(file.schema, leaves), placeOf);
  return { ...base, file, leaves, fields, paths: fields.filter(isPath).map(({ name }) => name) };
}

function projectedFile(
  { projectVariants }: VariantPaths,
  file: ParquetFile,
  columns: readonly string[] | undefined,
): ReturnType<VariantPaths['projectVariants']> {
  try {
    return projectVariants(file, columns);
  } catch (error) {
    throw isParquetError(error) && error.code === 'INVALID_ARGUMENT' ? new UsageError(error.message) : error;
  }
}

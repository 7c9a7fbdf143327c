/**
 * Reads the first rows in the sort order of one column, without sorting all rows.
 */

import { onDemand, ParquetError } from '@marquetry/core';
import type { Dataset } from '@marquetry/dataset';
import type { ParquetFile } from '@marquetry/file';
import type { OrderBy } from '@marquetry/prune';
import type { ReadRowsOptions, Row } from '@marquetry/records';
import { pathsOr } from './variant-paths.js';

const ordering = onDemand(() => import('@marquetry/prune'));
const placing = onDemand(() => import('@marquetry/records/rows-at'));

/** Options for reading rows, optionally in the sort order of one column. */
export interface ReadParquetRowsOptions extends ReadRowsOptions {
  /**
   * The column whose values the rows are sorted by. Requires `limit`, and cannot be combined with `rows`. All returned
   * rows are in memory at the same time. All other columns are read only for the returned rows.
   */
  readonly orderBy?: string | OrderBy;
}

/**
 * Reads the first rows of one file, sorted as `orderBy` specifies. If the options contain paths into VARIANT columns,
 * `file` is a view of the file in which these paths are columns, and `stored` is the file with its stored schema.
 */
export async function* readOrderedRows(
  file: ParquetFile,
  options: ReadParquetRowsOptions & Required<Pick<ReadParquetRowsOptions, 'orderBy'>>,
  stored: ParquetFile,
): AsyncGenerator<Row, void, undefined> {
  const { orderBy, rows } = options;
  if (rows !== undefined)
    throw new ParquetError('INVALID_ARGUMENT', '`rows` cannot be combined with `orderBy`: use `rowGroups`');
  const top = (await ordering.load()).createTopRows(options);
  const paths = await pathsOr(stored, { where: {} }, undefined)?.load();
  const leaf = await paths?.orderedColumn(stored, orderBy, options);
  await top.scan(stored, 0, options, leaf && { leaf, stored: leaf });
  yield* (await placing.load()).readRowsAt(file, top.rows(), async () => file, formsOf(options));
}

/** Yields the first rows of a dataset in the sort order of one column, like {@link readOrderedRows}. */
export async function* readOrderedRowsOf(
  dataset: Pick<Dataset, 'schema' | 'topRows' | 'open'>,
  options: Omit<ReadParquetRowsOptions, 'rows' | 'rowGroups'> & Required<Pick<ReadParquetRowsOptions, 'orderBy'>>,
): AsyncGenerator<Row, void, undefined> {
  const places = await dataset.topRows(options);
  const paths = await pathsOr(dataset, options, undefined)?.load();
  const read = formsOf(options);
  const { columns, ...rest } = read;
  const open = async (index: number): Promise<ParquetFile> => {
    const file = await dataset.open(index, options.signal);
    return paths?.onlyColumns(file, columns) ?? file;
  };
  yield* (await placing.load()).readRowsAt(dataset, places, open, paths === undefined ? read : rest);
}

/** Returns the given options without those that select rows; the rest chooses the columns and the form of values. */
function formsOf({
  orderBy: _order,
  where: _where,
  use: _use,
  offset: _offset,
  limit: _limit,
  rowGroups: _groups,
  rows: _rows,
  paranoid: _paranoid,
  ...read
}: ReadParquetRowsOptions): Omit<ReadRowsOptions, 'where' | 'offset' | 'limit' | 'rowGroups' | 'rows'> {
  return read;
}

/**
 * Rows in the order of a column: the first few of them, without ordering all.
 */

import { onDemand, ParquetError } from '@marquetry/core';
import type { Dataset } from '@marquetry/dataset';
import type { ParquetFile } from '@marquetry/file';
import type { OrderBy } from '@marquetry/prune';
import type { ReadRowsOptions, Row } from '@marquetry/records';

const ordering = onDemand(() => import('@marquetry/prune'));
const placing = onDemand(() => import('@marquetry/records/rows-at'));

/** Which rows to read, and in which order. */
export interface ReadParquetRowsOptions extends ReadRowsOptions {
  /**
   * Orders rows by a column. Requires `limit`, and rejects `rows`. The resulting rows are all in memory at once. The
   * other columns are read only for these rows.
   */
  readonly orderBy?: string | OrderBy;
}

/**
 * Reads the rows that `top.rows()` names in one file, and puts them in its order. `stored` is the same file with its own schema, if paths
 * into VARIANT columns are columns of `file`.
 */
export async function* readOrderedRows(
  file: ParquetFile,
  {
    orderBy,
    where,
    use,
    offset,
    limit,
    rowGroups,
    rows,
    paranoid,
    ...read
  }: ReadParquetRowsOptions & Required<Pick<ReadParquetRowsOptions, 'orderBy'>>,
  stored: ParquetFile,
): AsyncGenerator<Row, void, undefined> {
  if (rows !== undefined)
    throw new ParquetError('INVALID_ARGUMENT', '`rows` cannot be combined with `orderBy`: use `rowGroups`');
  const { createTopRows } = await ordering.load();
  const top = createTopRows({
    orderBy,
    ...(offset !== undefined && { offset }),
    ...(limit !== undefined && { limit }),
  });
  await top.scan(stored, 0, {
    ...(where !== undefined && { where }),
    ...(use !== undefined && { use }),
    ...(paranoid !== undefined && { paranoid }),
    ...(rowGroups !== undefined && { rowGroups }),
    ...(read.signal !== undefined && { signal: read.signal }),
  });
  yield* (await placing.load()).readRowsAt(file, top.rows(), async () => file, read);
}

/** Yields rows of a dataset in the order of a column, like {@link readOrderedRows}. */
export async function* readOrderedRowsOf(
  dataset: Pick<Dataset, 'schema' | 'topRows' | 'open'>,
  {
    orderBy,
    where,
    use,
    offset,
    limit,
    paranoid,
    ...read
  }: Omit<ReadParquetRowsOptions, 'rows' | 'rowGroups'> & Required<Pick<ReadParquetRowsOptions, 'orderBy'>>,
): AsyncGenerator<Row, void, undefined> {
  const { signal } = read;
  const places = await dataset.topRows({
    orderBy,
    ...(where !== undefined && { where }),
    ...(use !== undefined && { use }),
    ...(offset !== undefined && { offset }),
    ...(limit !== undefined && { limit }),
    ...(paranoid !== undefined && { paranoid }),
    ...(signal !== undefined && { signal }),
  });
  yield* (await placing.load()).readRowsAt(dataset, places, (index) => dataset.open(index, signal), read);
}

/**
 * Rows in the order of a column: the first few of them, without ordering all.
 */

import { onDemand, ParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import type { OrderBy } from '@marquetry/prune';
import { type ReadRowsOptions, type Row, readRows } from '@marquetry/records';

const ordering = onDemand(() => import('@marquetry/prune'));

/** Which rows to read, and in which order. */
export interface ReadParquetRowsOptions extends ReadRowsOptions {
  /**
   * Rows in the order of a column. Needs `limit`; `rows` is not taken. The rows of the result are in memory together, and the
   * columns of others are not read.
   */
  readonly orderBy?: string | OrderBy;
}

/** The rows of `top.rows()` of one file, read and put in that order. */
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
): AsyncGenerator<Row, void, undefined> {
  if (rows !== undefined)
    throw new ParquetError('INVALID_ARGUMENT', '`orderBy` takes no `rows`: name row groups instead');
  const { createTopRows } = await ordering.load();
  const top = createTopRows({
    orderBy,
    ...(offset !== undefined && { offset }),
    ...(limit !== undefined && { limit }),
  });
  await top.scan(file, 0, {
    ...(where !== undefined && { where }),
    ...(use !== undefined && { use }),
    ...(paranoid !== undefined && { paranoid }),
    ...(rowGroups !== undefined && { rowGroups }),
    ...(read.signal !== undefined && { signal: read.signal }),
  });
  const wanted = top.rows().map(({ row }) => row);
  const inFile = [...wanted].sort((a, b) => a - b);
  const found = new Map<number, Row>();
  const options: ReadRowsOptions = { ...read, rows: inFile.map((row) => [row, row + 1]) };
  for await (const row of readRows(file, options)) found.set(inFile[found.size] as number, row);
  for (const row of wanted) yield found.get(row) as Row;
}

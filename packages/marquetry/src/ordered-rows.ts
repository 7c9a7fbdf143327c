/**
 * Rows in the order of a column: the first few of them, without ordering all.
 */

import { onDemand, ParquetError } from '@marquetry/core';
import type { Dataset, RowPlace } from '@marquetry/dataset';
import type { ParquetFile } from '@marquetry/file';
import type { OrderBy } from '@marquetry/prune';
import { chooseTextForms, type ReadRowsOptions, type Row, readRows } from '@marquetry/records';

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
  yield* rowsAt(file, top.rows(), async () => file, read);
}

/** Rows of a dataset in the order of a column, as {@link readOrderedRows}. */
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
  yield* rowsAt(dataset, places, (index) => dataset.open(index, signal), read);
}

/** Rows of a file, by their indexes among the places. */
interface FileRows {
  readonly file: number;
  readonly wanted: readonly number[];
  readonly rows: readonly (readonly [from: number, to: number])[];
}

/** The rows of these places, in their order. */
async function* rowsAt(
  { schema }: Pick<ParquetFile, 'schema'>,
  places: readonly RowPlace[],
  open: (file: number) => Promise<ParquetFile>,
  read: ReadRowsOptions,
): AsyncGenerator<Row, void, undefined> {
  const files = byFile(places);
  const batches: ParquetFile['batches'] = async function* (part) {
    for (const { file, rows } of files) yield* (await open(file)).batches({ ...part, rows });
  };
  const options = await chooseTextForms({ schema, batches }, read);
  const found: Row[] = new Array(places.length);
  for (const { file, wanted, rows } of files) {
    let next = 0;
    for await (const row of readRows(await open(file), { ...options, rows })) found[wanted[next++] as number] = row;
  }
  yield* found;
}

/** The places of each file, in the order of its rows. */
function byFile(places: readonly RowPlace[]): readonly FileRows[] {
  const rowOf = (i: number): number => (places[i] as RowPlace).row;
  const groups = new Map<number, number[]>();
  for (const [i, { file }] of places.entries()) {
    const group = groups.get(file);
    if (group === undefined) groups.set(file, [i]);
    else group.push(i);
  }
  return [...groups].map(([file, group]) => {
    const wanted = group.sort((a, b) => rowOf(a) - rowOf(b));
    return { file, wanted, rows: wanted.map((i) => [rowOf(i), rowOf(i) + 1] as const) };
  });
}

/**
 * All rows of a file in one call.
 */
import { onDemand, requireKnownOptions } from '@marquetry/core';
import type { SourceInput } from '@marquetry/file';
import type { Row } from '@marquetry/records';
import { openOptionNames, rowsOptionNames } from './option-names.js';
import type { ReadParquetRowsOptions } from './ordered-rows.js';
import type { OpenParquetOptions, ParquetReader } from './parquet.js';

/** How a file is opened, and which of its rows are read. */
export interface ReadParquetOptions extends OpenParquetOptions, ReadParquetRowsOptions {}

const rows = onDemand(() => import('./read-rows.js'));

/** See `readParquet` of the entry points. */
export async function readOver(
  openParquet: (input: SourceInput, options: OpenParquetOptions) => Promise<ParquetReader>,
  input: SourceInput,
  options: ReadParquetOptions,
): Promise<Row[]> {
  requireKnownOptions('readParquet', options, { ...openOptionNames, ...rowsOptionNames });
  const optionsIn = (names: object): object =>
    Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(names, name)));
  const file = await openParquet(input, optionsIn(openOptionNames));
  try {
    const read: ReadParquetRowsOptions = optionsIn(rowsOptionNames);
    if (read.orderBy === undefined) return await (await rows.load()).readAllRows(file, read);
    // `limit` bounds these rows, and they are in memory together in any case.
    const ordered: Row[] = [];
    for await (const row of file.rows(read)) ordered.push(row);
    return ordered;
  } finally {
    await file.close();
  }
}

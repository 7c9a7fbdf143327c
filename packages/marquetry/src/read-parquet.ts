/**
 * Reads all rows of a file in one call.
 */
import { onDemand } from '@marquetry/core';
import type { SourceInput } from '@marquetry/file';
import type { Row } from '@marquetry/records';
import { rowsOptionNames } from './option-names.js';
import type { ReadParquetRowsOptions } from './ordered-rows.js';
import type { OpenParquetOptions } from './parquet.js';
import { type OpenParquet, readWhole } from './read-whole.js';

/** Options for opening a file and selecting its rows and columns. */
export interface ReadParquetOptions extends OpenParquetOptions, ReadParquetRowsOptions {}

const rows = onDemand(() => import('./read-rows.js'));

/** Reads all rows of a file into one array, and closes the file. */
export function readOver(open: OpenParquet, input: SourceInput, options: ReadParquetOptions): Promise<Row[]> {
  return readWhole('readParquet', rowsOptionNames, open, input, options, async (file, read: ReadParquetRowsOptions) => {
    if (read.orderBy === undefined) return (await rows.load()).readAllRows(file, read);
    // A read with `orderBy` needs all of its rows in memory anyway. The `limit` option bounds their number.
    const ordered: Row[] = [];
    for await (const row of file.rows(read)) ordered.push(row);
    return ordered;
  });
}

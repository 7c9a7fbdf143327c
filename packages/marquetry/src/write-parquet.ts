/**
 * A whole file in one call, by code that is loaded when the first one is written.
 */
import { onDemand } from '@marquetry/core';
import type { SinkInput, WriteColumns } from '@marquetry/file';
import type { FileMetaData } from '@marquetry/metadata';
import type { RowsInput } from '@marquetry/records';
import type { WriteParquetOptions } from './parquet-writer.js';

const writing = /* @__PURE__ */ onDemand(() => import('./whole-file.js'));

/**
 * Writes rows, from an iterable or async iterable of objects, or typed columns by path; gives back the footer. Rows
 * stream: as many are held as a row group takes, encoded.
 *
 * ```ts
 * await writeParquet('out.parquet', [{ id: 1n, tags: ['a', 'b'] }, { id: 2n, tags: null }]);
 * ```
 * @throws ParquetError INVALID_ARGUMENT, with `at.row` and `at.column`, for what does not fit the schema, and as
 *   `createParquetWriter`; errors of the iterable and the output, unchanged. There is then no file.
 */
export async function writeParquet(
  output: SinkInput,
  data: RowsInput | WriteColumns,
  options: WriteParquetOptions = {},
): Promise<FileMetaData> {
  return (await writing.load()).writeParquet(output, data, options);
}

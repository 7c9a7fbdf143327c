/**
 * Writes a whole file in one call. The code is loaded when the first file is written.
 */
import { onDemand } from '@marquetry/core';
import type { SinkInput, WriteColumns } from '@marquetry/file';
import type { FileMetaData } from '@marquetry/metadata';
import type { RowsInput, RowsInputOf } from '@marquetry/records';
import type { Schema } from '@marquetry/schema';
import type { WriteColumnsOf } from './columns-of.js';
import type { SchemaInput, WriteParquetOptions } from './parquet-writer.js';

const writing = /* @__PURE__ */ onDemand(() => import('./whole-file.js'));

/** Writes a whole file of rows, and casts strings to the types of the schema, for example in rows from CSV. */
export async function writeParquet<const S extends SchemaInput>(
  output: SinkInput,
  data: RowsInput,
  options: WriteParquetOptions<S> & { readonly cast: true },
): Promise<FileMetaData>;
/**
 * Writes a whole file, and returns its footer. `data` is an iterable or async iterable of row objects, or an object of
 * typed columns whose keys are column paths. Rows are streamed: only the encoded rows of one row group are in memory.
 * If the compiler knows the schema, from `defineSchema` or as a plain object, it checks rows (`RowInput`) and the paths
 * of columns. To turn this check off, annotate the schema as `Schema`.
 *
 * ```ts
 * await writeParquet('out.parquet', [{ id: 1n, tags: ['a', 'b'] }, { id: 2n, tags: null }]);
 * ```
 * @throws ParquetError INVALID_ARGUMENT, with `at.row` and `at.column`, for a row that does not fit the schema; errors
 * of `createParquetWriter`; errors from the iterable and the output, unchanged. If an error occurs, no incomplete file
 * is left behind.
 */
export async function writeParquet<const S extends SchemaInput = Schema>(
  output: SinkInput,
  data: RowsInputOf<S> | WriteColumnsOf<S>,
  options?: WriteParquetOptions<S>,
): Promise<FileMetaData>;
export async function writeParquet(
  output: SinkInput,
  data: RowsInput | WriteColumns,
  options: WriteParquetOptions = {},
): Promise<FileMetaData> {
  return (await writing.load()).writeParquet(output, data, options);
}

/**
 * A whole file in one call.
 */
import { ParquetError } from '@marquetry/core';
import type { SinkInput, WriteColumns } from '@marquetry/file';
import type { FileMetaData } from '@marquetry/metadata';
import { inferRows, type RowsInput, type WriteRowsOptions } from '@marquetry/records';
import { createParquetWriter, type ParquetWriterOptions } from './create-parquet-writer.js';

/** How a file is written; all of it has defaults. */
export interface WriteParquetOptions
  extends Omit<ParquetWriterOptions, 'schema'>,
    Pick<WriteRowsOptions, 'unknownFields'> {
  /** Default: inferred from the first rows. Typed columns need one. */
  readonly schema?: ParquetWriterOptions['schema'];
  /** Rows to infer the schema from; default 1000. */
  readonly sampleRows?: number;
}

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
  if (typeof data !== 'object' || data === null) {
    throw new ParquetError('INVALID_ARGUMENT', 'rows are an iterable of objects, columns an object of columns');
  }
  const { schema, sampleRows, unknownFields, ...write } = options;
  const { signal } = options;
  const abort = signal === undefined ? {} : { signal };
  if (!isRows(data)) {
    if (schema === undefined) throw new ParquetError('INVALID_ARGUMENT', 'typed columns need a schema');
    const writer = createParquetWriter(output, { ...write, schema });
    await writer.write(data);
    return writer.finish();
  }
  const sample = sampleRows === undefined ? {} : { sampleRows };
  const typed = schema === undefined ? await inferRows(data, { ...sample, ...abort }) : { schema, rows: data };
  const writer = createParquetWriter(output, { ...write, schema: typed.schema });
  await writer.writeRows(typed.rows, { ...abort, ...(unknownFields !== undefined && { unknownFields }) });
  return writer.finish();
}

function isRows(data: RowsInput | WriteColumns): data is RowsInput {
  return Symbol.iterator in data || Symbol.asyncIterator in data;
}

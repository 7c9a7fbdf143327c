/**
 * Writes a whole file.
 */
import { onDemand, ParquetError } from '@marquetry/core';
import type { SinkInput, WriteColumns } from '@marquetry/file';
import type { FileMetaData } from '@marquetry/metadata';
import type { RowsInput } from '@marquetry/records';
import { createWriter } from './opened-writer.js';
import type { WriteParquetOptions } from './parquet-writer.js';

const arrays = /* @__PURE__ */ onDemand(() => import('@marquetry/file/array-schema'));
const inference = /* @__PURE__ */ onDemand(() => import('@marquetry/records/infer'));

/** Writes a whole file from rows or columns, and returns its footer. */
export async function writeParquet(
  output: SinkInput,
  data: RowsInput | WriteColumns,
  options: WriteParquetOptions,
): Promise<FileMetaData> {
  if (typeof data !== 'object' || data === null) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      'the data must be an iterable of row objects, or an object of columns keyed by path',
    );
  }
  const { schema, sampleRows, unknownFields, cast, ...write } = options;
  const { signal } = options;
  const abort = signal === undefined ? {} : { signal };
  if (!isRows(data)) {
    const given = schema ?? (await arrays.load()).schemaOfArrays(data);
    const writer = createWriter(output, { ...write, schema: given });
    await writer.write(data);
    return writer.finish();
  }
  const sample = sampleRows === undefined ? {} : { sampleRows };
  const typed =
    schema === undefined
      ? await (await inference.load()).inferRows(data, { ...sample, ...abort })
      : { schema, rows: data };
  const writer = createWriter(output, { ...write, schema: typed.schema });
  const rows = { ...abort, ...(unknownFields !== undefined && { unknownFields }), ...(cast !== undefined && { cast }) };
  await writer.writeRows(typed.rows, rows);
  return writer.finish();
}

function isRows(data: RowsInput | WriteColumns): data is RowsInput {
  return Symbol.iterator in data || Symbol.asyncIterator in data;
}

/**
 * Writes a Parquet file with the standard encodings and codecs.
 */
import { createStandardCodecs } from '@marquetry/codecs';
import type { NestedColumn } from '@marquetry/column';
import { CodecId, onDemand } from '@marquetry/core';
import { createStandardEncodings } from '@marquetry/encodings';
import { openSink, type SinkInput } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import type { RowsInput, WriteRowsOptions } from '@marquetry/records';
import type { ParquetWriter, ParquetWriterOptions } from './parquet-writer.js';

const rows = onDemand(() => import('./write-rows.js'));

/** See `create-parquet-writer.ts`. */
export function createWriter(output: SinkInput, options: ParquetWriterOptions): ParquetWriter {
  const { kernels } = options;
  const over = kernels === undefined ? {} : { kernels };
  const standard = {
    encodings: createStandardEncodings(over),
    codecs: createStandardCodecs(over),
    codec: CodecId.SNAPPY,
  };
  const writer = createFileWriter(openSink(output), { ...standard, ...options });
  // Not a copy: the writer counts its rows.
  return Object.assign(writer, {
    writeRows: async (from: RowsInput, write?: WriteRowsOptions) => (await rows.load()).writeRows(writer, from, write),
    writeNested: async (columns: readonly NestedColumn[]) => (await rows.load()).writeNested(writer, columns),
  });
}

/**
 * Writes a Parquet file with the standard encodings and codecs.
 */
import { createStandardCodecs } from '@marquetry/codecs';
import type { NestedColumn } from '@marquetry/column';
import { CodecId, type OptionNames, onDemand, requireKnownOptions } from '@marquetry/core';
import { createStandardEncodings } from '@marquetry/encodings';
import { openSink, type SinkInput } from '@marquetry/file';
import { createFileWriter } from '@marquetry/file/write';
import type { RowsInput, WriteRowsOptions } from '@marquetry/records';
import type { ParquetWriter, ParquetWriterOptions, SchemaInput, WriteParquetRowsOptions } from './parquet-writer.js';

const rows = onDemand(() => import('./write-rows.js'));
const casting = onDemand(() => import('@marquetry/records/cast'));

const rowsOptionNames: OptionNames<WriteRowsOptions> = { unknownFields: true, signal: true };

/** Creates a writer with the standard encodings and codecs. */
export function createWriter<S extends SchemaInput>(
  output: SinkInput,
  options: ParquetWriterOptions<S>,
): ParquetWriter<S> {
  const { direct, ifExists, ...written } = options;
  const { kernels } = options;
  const over = kernels === undefined ? {} : { kernels };
  const standard = {
    encodings: createStandardEncodings(over),
    codecs: createStandardCodecs(over),
    codec: CodecId.SNAPPY,
  };
  const writer = createFileWriter(openSink(output, { direct, ifExists }), { ...standard, ...written });
  // The writer itself is extended, not a copy, because its property `rowCount` changes.
  return Object.assign(writer, {
    writeRows: async (from: RowsInput, { cast = false, ...write }: WriteParquetRowsOptions = {}) => {
      const { writeRows } = await rows.load();
      requireKnownOptions('writeRows', write, rowsOptionNames);
      if (!cast) return writeRows(writer, from, write);
      const { castRows } = await casting.load();
      return writeRows(writer, castRows(from, writer.schema, write.signal), write);
    },
    writeNested: async (columns: readonly NestedColumn[]) => (await rows.load()).writeNested(writer, columns),
  });
}

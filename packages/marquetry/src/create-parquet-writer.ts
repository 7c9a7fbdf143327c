/**
 * Writes a Parquet file with the standard encodings and codecs.
 */
import { createStandardCodecs } from '@marquetry/codecs';
import type { NestedColumn } from '@marquetry/column';
import { CodecId } from '@marquetry/core';
import { createStandardEncodings } from '@marquetry/encodings';
import { createFileWriter, type FileWriter, type FileWriterOptions, openSink, type SinkInput } from '@marquetry/file';
import { type RowsInput, type WriteRowsOptions, writeNested, writeRows } from '@marquetry/records';

export interface ParquetWriterOptions extends Omit<FileWriterOptions, 'encodings'> {
  /** Default: the standard set, over `kernels` where given. Add to it with `standardEncodings.with(mine)`. */
  readonly encodings?: FileWriterOptions['encodings'];
  /** Default: the standard set, over `kernels` where given. */
  readonly codecs?: NonNullable<FileWriterOptions['codecs']>;
}

/** A file writer that takes rows and nested columns, too. */
export interface ParquetWriter extends FileWriter {
  /** Writes objects; gives back how many. See `writeRows` of `@marquetry/records`. */
  writeRows(rows: RowsInput, options?: WriteRowsOptions): Promise<number>;
  /** Writes offsets, validity and leaves, as `Parquet.nested` gives them. */
  writeNested(columns: readonly NestedColumn[]): Promise<void>;
}

/**
 * A writer to a path (Node), a WritableStream, or a `ByteSink` of one's own. Codecs are the standard ones, SNAPPY where
 * nothing is said; each column gets the encoding that is smallest on a sample and decodes fast.
 *
 * A file at a path appears under its name when it is whole, or not at all.
 * @throws ParquetError INVALID_ARGUMENT for options that contradict the schema; UNSUPPORTED for a codec that only reads
 *   here: in browsers ZSTD and BROTLI.
 */
export function createParquetWriter(output: SinkInput, options: ParquetWriterOptions): ParquetWriter {
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
    writeRows: (rows: RowsInput, write?: WriteRowsOptions) => writeRows(writer, rows, write),
    writeNested: (columns: readonly NestedColumn[]) => writeNested(writer, columns),
  });
}

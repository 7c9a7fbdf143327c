/**
 * Writes a Parquet file with the standard encodings and codecs.
 */
import { standardCodecs } from '@marquetry/codecs';
import { CodecId } from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { createFileWriter, type FileWriter, type FileWriterOptions, openSink, type SinkInput } from '@marquetry/file';

export interface ParquetWriterOptions extends Omit<FileWriterOptions, 'encodings'> {
  /** Default: the standard set. Add to it with `standardEncodings.with(mine)`. */
  readonly encodings?: FileWriterOptions['encodings'];
}

/**
 * A writer to a path (Node), a WritableStream, or a `ByteSink` of one's own. Codecs are the standard ones, SNAPPY where
 * nothing is said; each column gets the encoding that is smallest on a sample and decodes fast.
 *
 * A file at a path appears under its name when it is whole, or not at all.
 * @throws ParquetError INVALID_ARGUMENT for options that contradict the schema; UNSUPPORTED for a codec that only reads
 *   here: in browsers ZSTD and BROTLI.
 */
export function createParquetWriter(output: SinkInput, options: ParquetWriterOptions): FileWriter {
  const standard = { encodings: standardEncodings, codecs: standardCodecs, codec: CodecId.SNAPPY };
  return createFileWriter(openSink(output), { ...standard, ...options });
}

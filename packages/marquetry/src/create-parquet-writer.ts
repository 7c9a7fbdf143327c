/**
 * Writing a Parquet file with the standard encodings and codecs, by code that is loaded when the first one is written.
 */
import { onDemand } from '@marquetry/core';
import type { SinkInput } from '@marquetry/file';
import type { ParquetWriter, ParquetWriterOptions, SchemaInput } from './parquet-writer.js';

const writing = /* @__PURE__ */ onDemand(() => import('./opened-writer.js'));

/**
 * A writer to a path (Node), a WritableStream, or a `ByteSink` of one's own. Codecs are the standard ones, SNAPPY where
 * nothing is said; each column gets the encoding that is smallest on a sample and decodes fast.
 *
 * A file at a path appears under its name when it is whole, or not at all.
 * @throws ParquetError, by rejecting: INVALID_ARGUMENT for options that contradict the schema; UNSUPPORTED for a codec that only reads
 *   here: in browsers ZSTD and BROTLI.
 */
export async function createParquetWriter<const S extends SchemaInput>(
  output: SinkInput,
  options: ParquetWriterOptions<S>,
): Promise<ParquetWriter<S>> {
  return (await writing.load()).createWriter(output, options);
}

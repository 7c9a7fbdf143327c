/**
 * Creates writers with the standard encodings and codecs. The code is loaded when the first file is written.
 */
import { onDemand } from '@marquetry/core';
import type { SinkInput } from '@marquetry/file';
import type { ParquetWriter, ParquetWriterOptions, SchemaInput } from './parquet-writer.js';

const writing = /* @__PURE__ */ onDemand(() => import('./opened-writer.js'));

/**
 * Creates a writer to a path (Node), a WritableStream, or your own `ByteSink`. All standard codecs are available; the default is SNAPPY. By default,
 * each column gets the encoding that makes a sample of its values smallest, among the encodings that decode fast.
 *
 * If the output is a path, the file appears there only when it is complete.
 * @throws ParquetError INVALID_ARGUMENT if options contradict the schema; UNSUPPORTED for a codec that this runtime can only read, such as ZSTD and
 * BROTLI in browsers.
 */
export async function createParquetWriter<const S extends SchemaInput>(
  output: SinkInput,
  options: ParquetWriterOptions<S>,
): Promise<ParquetWriter<S>> {
  return (await writing.load()).createWriter(output, options);
}

/**
 * Anything that can be written to, to a sink.
 */
import { ParquetError } from '@marquetry/core';
import { type ByteSink, isByteSink } from './byte-sink.js';
import { streamSink } from './stream.js';

/** A WritableStream, or a sink; in Node also the path or `file:` URL of a file to make or replace. */
export type SinkInput = string | URL | WritableStream<Uint8Array> | ByteSink;

/** A sink over the input. @throws ParquetError INVALID_ARGUMENT for anything else. */
export function openSink(input: SinkInput): ByteSink {
  if (isByteSink(input)) return input;
  if (input instanceof WritableStream) return streamSink(input);
  throw new ParquetError('INVALID_ARGUMENT', 'a file is written to a WritableStream or a sink; to a path in Node only');
}

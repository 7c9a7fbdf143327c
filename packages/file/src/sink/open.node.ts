/**
 * Anything that can be written to, to a sink. In Node a string is a path.
 */
import { ParquetError } from '@marquetry/core';
import type { ByteSink } from './byte-sink.js';
import { diskSink } from './disk.node.js';
import { openSink as openAnywhere, type SinkInput } from './open.js';

/** A sink over the input. @throws ParquetError INVALID_ARGUMENT for what is none. */
export function openSink(input: SinkInput): ByteSink {
  if (typeof input !== 'string' && !(input instanceof URL)) return openAnywhere(input);
  const text = String(input);
  if (/^https?:/i.test(text)) {
    throw new ParquetError('INVALID_ARGUMENT', `a URL cannot be written to; give a WritableStream: ${text}`);
  }
  return diskSink(input);
}

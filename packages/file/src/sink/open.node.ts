/** Opens a sink for a path, a stream or another output. In Node, a string is a path. */
import { ParquetError } from '@marquetry/core';
import { type ByteSink, isByteSink } from './byte-sink.js';
import { diskSink } from './disk.node.js';
import { type OpenSinkOptions, openSink as openAnywhere, requireSinkOptions, type SinkInput } from './open.js';
import { isWritable, writableSink } from './writable.node.js';

/**
 * Returns a sink that writes to the given output.
 * @throws ParquetError INVALID_ARGUMENT for anything that is not a {@link SinkInput}.
 */
export function openSink(input: SinkInput, options: OpenSinkOptions = {}): ByteSink {
  requireSinkOptions(options);
  if (typeof input !== 'string' && !(input instanceof URL)) {
    // Streams from `node:fs` have the methods `write` and `close`, like sinks, but do not have `abort`.
    return !isByteSink(input) && isWritable(input) ? writableSink(input) : openAnywhere(input);
  }
  const text = String(input);
  if (/^https?:/i.test(text)) {
    throw new ParquetError('INVALID_ARGUMENT', `a URL cannot be written to; pass a WritableStream: ${text}`);
  }
  return diskSink(input, options);
}

/**
 * A sink over a WritableStream: an upload, a file that a browser saves, a pipe.
 */
import type { ByteSink } from './byte-sink.js';

/**
 * A sink that writes to a stream, as fast as the stream takes it. Locks the stream. Aborting aborts it: what the
 * stream's owner keeps of the bytes that have gone through is out of our hands.
 */
export function streamSink(stream: WritableStream<Uint8Array>): ByteSink {
  const writer = stream.getWriter();
  // A stream that fails while nobody writes rejects this, too: the next write says it.
  writer.closed.catch(() => undefined);
  let ended = false;
  return {
    write: async (bytes, signal) => {
      signal?.throwIfAborted();
      await writer.ready;
      await writer.write(bytes);
    },
    close: async () => {
      await writer.close();
      ended = true;
    },
    abort: async (reason) => {
      if (ended) return;
      ended = true;
      await writer.abort(reason);
    },
  };
}

/**
 * A sink over a WritableStream: an upload, a file that a browser saves, a pipe.
 */
import { untilAborted } from '../until-aborted.js';
import type { ByteSink } from './byte-sink.js';

/**
 * A sink that writes to a stream, as fast as the stream takes it. Locks the stream. Aborting aborts it, also while it takes
 * bytes: its underlying sink sees that at once by `controller.signal`, and its `abort` is called when it has taken them. The
 * stream's owner decides what becomes of bytes that have gone through. A write rejects with the reason of its signal as soon
 * as it aborts.
 */
export function streamSink(stream: WritableStream<Uint8Array>): ByteSink {
  const writer = stream.getWriter();
  // A stream that fails while nobody writes rejects these, too: the next write says it.
  writer.closed.catch(() => undefined);
  writer.ready.catch(() => undefined);
  let ended = false;
  const send = async (bytes: Uint8Array): Promise<void> => {
    await writer.ready;
    await writer.write(bytes);
  };
  return {
    write: async (bytes, signal) => {
      signal?.throwIfAborted();
      await untilAborted(send(bytes), signal);
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

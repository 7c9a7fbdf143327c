/** A sink that writes to a WritableStream, such as an upload, a file that a browser saves, or a pipe. */
import { untilAborted } from '../until-aborted.js';
import type { ByteSink } from './byte-sink.js';

/**
 * Returns a sink that writes to a stream, as fast as the stream accepts bytes. Locks the stream. Aborting the sink
 * aborts the stream, even during a write: the stream's underlying sink notices the abort at once through
 * `controller.signal`, and its `abort` method is called after the write. Bytes that were already written remain in the
 * stream's destination. A write rejects with the reason of its signal as soon as the signal aborts.
 */
export function streamSink(stream: WritableStream<Uint8Array>): ByteSink {
  const writer = stream.getWriter();
  // These promises reject if the stream fails between two writes. The next write reports the error.
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

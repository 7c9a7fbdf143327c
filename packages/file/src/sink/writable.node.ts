/**
 * A sink that writes to a Node.js `Writable`, such as an HTTP response, a socket, a pipe to another process, or
 * `process.stdout`.
 */
import type { ByteSink } from './byte-sink.js';
import type { WritableLike } from './open.js';

/** True for any object with the methods of a {@link WritableLike}. */
export function isWritable(value: unknown): value is WritableLike {
  if (typeof value !== 'object' || value === null) return false;
  const { write, end, destroy, on } = value as Partial<WritableLike>;
  return [write, end, destroy, on].every((member) => typeof member === 'function');
}

/**
 * Returns a sink that writes to a stream, as fast as the stream accepts bytes. Closing the sink ends the stream.
 * Aborting the sink destroys the stream; bytes that were already written remain at its destination.
 */
export function writableSink(stream: WritableLike): ByteSink {
  let failed: { readonly error: Error } | undefined;
  let ended = false;
  /** Rejects the pending write or close if the stream fails, because the stream may then never call its callback. */
  let fail: ((error: Error) => void) | undefined;
  stream.on('error', (error) => {
    failed ??= { error };
    fail?.(error);
  });
  const settled = (start: (resolve: () => void, reject: (error: Error) => void) => void): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      if (failed !== undefined) {
        reject(failed.error);
        return;
      }
      fail = reject;
      start(resolve, reject);
    });
  return {
    write: async (bytes, signal) => {
      signal?.throwIfAborted();
      await settled((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve())));
    },
    close: async () => {
      await settled((resolve) => stream.end(resolve));
      ended = true;
    },
    abort: async (reason) => {
      if (ended) return;
      ended = true;
      stream.destroy(reason instanceof Error ? reason : undefined);
    },
  };
}

/**
 * The byte source of a file in a worker. It requests bytes from the thread that opened the file, so workers can read
 * any source that this thread can read.
 */
import type { ByteSource, ParquetFile } from '@marquetry/file';
import type { FromWorker, SentBytes, SentError } from './messages.js';
import { receiveError } from './sent-error.js';

export interface RemoteSources {
  /** Returns the byte source for file number `file`. */
  sourceOf(file: number, byteLength: number): ByteSource;
  bytes(fetch: number, bytes: Uint8Array): void;
  refusal(fetch: number, error: SentError): void;
}

interface Waiting {
  resolve(bytes: Uint8Array): void;
  reject(error: unknown): void;
}

export function createRemoteSources(post: (message: FromWorker) => void): RemoteSources {
  const waiting = new Map<number, Waiting>();
  let fetches = 0;
  const settle = (fetch: number, action: (waiter: Waiting) => void): void => {
    const waiter = waiting.get(fetch);
    waiting.delete(fetch);
    if (waiter !== undefined) action(waiter);
  };
  return {
    sourceOf: (file, byteLength) => ({
      byteLength,
      // Ignore bytes that arrive after the signal is aborted.
      read: (offset, length, signal) =>
        new Promise((resolve, reject) => {
          signal?.throwIfAborted();
          const fetch = fetches++;
          waiting.set(fetch, { resolve, reject });
          post({ kind: 'fetch', fetch, file, offset, length });
        }),
    }),
    bytes: (fetch, bytes) => settle(fetch, ({ resolve }) => resolve(bytes)),
    refusal: (fetch, error) => settle(fetch, ({ reject }) => reject(receiveError(error))),
  };
}

/**
 * Returns a copy of the file object that reads the bytes sent with a task instead of requesting them. These bytes count
 * toward the memory limit of the pool, not of the worker.
 */
export function withStored(file: ParquetFile, sent: readonly SentBytes[]): ParquetFile {
  if (sent.length === 0) return file;
  const { source } = file;
  const readNow = (offset: number, length: number): Uint8Array | undefined => {
    for (const { offset: first, bytes } of sent) {
      const start = offset - first;
      if (start >= 0 && start + length <= bytes.length) return bytes.subarray(start, start + length);
    }
    return undefined;
  };
  return file.over({
    byteLength: source.byteLength,
    sharesMemory: true,
    readNow,
    read: async (offset, length, signal) => readNow(offset, length) ?? source.read(offset, length, signal),
  });
}

/** Reads any kind of stream as a sequence of byte arrays, called portions. */
import { bytesOf, ParquetError } from '@marquetry/core';
import { isBytes } from './is-bytes.js';
import type { TextBytes, TextFile } from './text-input.js';

/** A stream that is being read. */
export interface Portions {
  /**
   * Returns the next bytes of the stream; undefined at its end. Rejects with an error from the stream or the signal's
   * abort reason.
   */
  next(): Promise<Uint8Array | undefined>;
  /** Closes the stream before its end. Never rejects. */
  close(): Promise<void>;
}

/** Maximum size in bytes of an array that `next` returns. Larger arrays are split, to bound the memory for values. */
const longestPortion = 2 ** 20;

/** Opens a stream for reading. `next` rejects with INVALID_ARGUMENT if the stream yields anything but bytes. */
export async function openPortions(file: TextFile, signal: AbortSignal | undefined): Promise<Portions> {
  const { next, close } = startOf(await file.open());
  let rest: Uint8Array | undefined;
  return {
    next: async () => {
      signal?.throwIfAborted();
      if (rest === undefined || rest.length === 0) {
        const value = await untilAborted(next(), signal);
        if (value === undefined) return undefined;
        if (!isBytes(value)) {
          throw new ParquetError('INVALID_ARGUMENT', `the stream must yield Uint8Arrays, got ${typeof value}`);
        }
        rest = bytesOf(value);
      }
      const portion = rest.subarray(0, longestPortion);
      rest = rest.subarray(longestPortion);
      return portion;
    },
    close: async () => {
      rest = undefined;
      const closed = Promise.resolve(close()).catch(() => undefined);
      // After an abort, do not wait: a generator handles `return` only after the stream that it awaits has responded.
      if (signal?.aborted !== true) await closed;
    },
  };
}

interface Started {
  next(): Promise<unknown>;
  close(): unknown;
}

function startOf(bytes: TextBytes): Started {
  if (isBytes(bytes)) return startIterator([bytes][Symbol.iterator]());
  if (Symbol.asyncIterator in bytes) return startIterator(bytes[Symbol.asyncIterator]());
  if (Symbol.iterator in bytes) return startIterator(bytes[Symbol.iterator]());
  // In some engines, a ReadableStream is not async-iterable.
  const { getReader } = (bytes ?? {}) as Partial<ReadableStream<Uint8Array>>;
  if (getReader !== undefined) {
    const reader = getReader.call(bytes) as ReadableStreamDefaultReader<Uint8Array>;
    return { next: async () => (await reader.read()).value, close: () => reader.cancel() };
  }
  throw new ParquetError('INVALID_ARGUMENT', '`input` must be bytes, a stream of bytes, or files with `open`');
}

function startIterator(iterator: Iterator<unknown> | AsyncIterator<unknown>): Started {
  return {
    next: async () => {
      const { done, value } = await iterator.next();
      return done === true ? undefined : value;
    },
    close: () => iterator.return?.(),
  };
}

/** Settles as `promise` does, or rejects as soon as the signal aborts. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

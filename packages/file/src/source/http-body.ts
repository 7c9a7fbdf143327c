/** Reads bodies of HTTP responses and other streams, and stops when no more bytes are needed. */
import { bytesOf, isTurnDue, type Limits, limitError, ParquetError, yieldToEventLoop } from '@marquetry/core';
import { untilAborted } from '../until-aborted.js';

/** The requested bytes of a response body. `received` also counts bytes beyond the requested ones. */
interface ReceivedBody {
  readonly bytes: Uint8Array;
  readonly received: number;
}

/**
 * Reads up to `length` bytes from a body. Stops when the stream ends or has yielded more than this many bytes. Throws
 * the signal's reason when the signal aborts.
 */
export async function readBody(
  { body }: Response,
  length: number,
  signal: AbortSignal | undefined,
): Promise<ReceivedBody> {
  const bytes = new Uint8Array(length);
  if (body === null) return { bytes, received: 0 };
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const cancel = (): void => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener('abort', cancel);
  try {
    let received = 0;
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return { bytes, received };
      bytes.set(value.subarray(0, length - received), received);
      received += value.length;
      if (received > length) {
        cancel();
        return { bytes, received };
      }
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/**
 * A stream of byte arrays: a ReadableStream if the engine can iterate it, a Node.js Readable, or an async generator.
 */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Options for reading all bytes of a stream. */
export interface ReadWholeOptions {
  /** The name of the stream in errors, such as `the stream`. */
  readonly what: string;
  /** The limits. `resultBytes` is the maximum size of the stream. */
  readonly limits: Limits;
  /**
   * The size of the stream in bytes, if known. If it exceeds `limits.resultBytes`, LIMIT is thrown before anything is
   * read.
   */
  readonly byteLength?: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads all bytes of a stream. Cancels the stream if reading fails.
 * @throws ParquetError LIMIT above `limits.resultBytes`; INVALID_ARGUMENT if the stream yields something other than
 * bytes. Throws errors from the stream unchanged, and the reason of the signal as soon as it aborts.
 */
export async function readWhole(stream: ByteStream, options: ReadWholeOptions): Promise<Uint8Array> {
  const { what, limits, byteLength = 0, signal } = options;
  const portions = portionsOf(stream);
  const parts: Uint8Array[] = [];
  let length = 0;
  const requireWithin = (bytes: number, said: string): void => {
    if (bytes <= limits.resultBytes) return;
    throw limitError('resultBytes', limits, `${what} can only be read whole: it has ${said}${bytes} bytes, which`);
  };
  try {
    requireWithin(byteLength, '');
    for (;;) {
      const { done, value } = await untilAborted(portions.next(), signal);
      if (done === true) break;
      if (!(value instanceof Uint8Array)) {
        throw new ParquetError('INVALID_ARGUMENT', `${what} must yield Uint8Arrays, got ${typeof value}`);
      }
      length += value.length;
      requireWithin(length, 'at least ');
      parts.push(bytesOf(value));
      // Yield, because a stream whose data is immediately available would block the event loop.
      if (isTurnDue()) await yieldToEventLoop(signal);
    }
  } catch (error) {
    portions.cancel(error);
    throw error;
  }
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const bytes = new Uint8Array(length);
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    length -= part.length;
    bytes.set(part, length);
  }
  return bytes;
}

interface Portions {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>;
  cancel(reason: unknown): void;
}

/**
 * Returns an iterator over the byte arrays of a stream.
 * @throws ParquetError INVALID_ARGUMENT if the stream is locked by another reader.
 */
function portionsOf(stream: ByteStream): Portions {
  // Some browsers cannot iterate streams with `for await`.
  if (stream instanceof ReadableStream) {
    if (stream.locked)
      throw new ParquetError('INVALID_ARGUMENT', 'the stream is locked: release its other reader first');
    const reader: ReadableStreamDefaultReader<unknown> = stream.getReader();
    return { next: () => reader.read(), cancel: (reason) => void reader.cancel(reason).catch(() => undefined) };
  }
  const items: AsyncIterator<unknown> = stream[Symbol.asyncIterator]();
  return {
    next: () => items.next(),
    cancel: () => void Promise.resolve(items.return?.()).catch(() => undefined),
  };
}

/** Cancels the body, so that the server stops sending it. */
export function discardBody({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}

/**
 * Bodies of HTTP answers, read only as far as they are wanted.
 */

/** Bytes of a body, and how many came: above `bytes.length` when more than wanted did. */
interface ReceivedBody {
  readonly bytes: Uint8Array;
  readonly received: number;
}

/** Reads `length` bytes. Stops at the first portion that goes beyond them, or when the signal aborts. */
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

/** Tells the server that the body is not wanted. */
export function discardBody({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}

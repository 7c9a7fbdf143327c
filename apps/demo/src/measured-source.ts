/**
 * A byte source that measures how long its reads take, so that the time spent reading from disk can be subtracted from
 * the decoding time.
 */
import type { ByteSource } from 'marquetry';

export interface MeasuredSource extends ByteSource {
  /** Milliseconds spent waiting for bytes so far. */
  readonly waited: number;
  readonly bytesRead: number;
}

export function measuredSource(source: ByteSource): MeasuredSource {
  let waited = 0;
  let bytesRead = 0;
  return {
    byteLength: source.byteLength,
    get waited(): number {
      return waited;
    },
    get bytesRead(): number {
      return bytesRead;
    },
    read: async (offset, length, signal) => {
      const start = performance.now();
      try {
        return await source.read(offset, length, signal);
      } finally {
        waited += performance.now() - start;
        bytesRead += length;
      }
    },
    close: async () => source.close?.(),
  };
}

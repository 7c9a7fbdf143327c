/**
 * A sink that collects the bytes of a file in memory.
 */
import { isTurnDue, ParquetError, yieldToEventLoop } from '@marquetry/core';
import type { ByteSink } from './byte-sink.js';

/** A sink that writes a file to memory. Created by `memorySink`. */
export interface MemorySink extends ByteSink {
  /**
   * The bytes of the whole file.
   * @throws ParquetError INVALID_ARGUMENT before the sink is closed.
   */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Returns a sink that keeps references to the written bytes, and joins them into one array when it is closed. While
 * they are joined, the file is in memory twice.
 */
export function memorySink(): MemorySink {
  let parts: Uint8Array[] = [];
  let length = 0;
  let state: 'open' | 'closed' | 'aborted' = 'open';
  let whole: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  const requireOpen = (): void => {
    if (state !== 'open') throw new ParquetError('INVALID_ARGUMENT', `the memory sink is ${state}; create a new one`);
  };
  return {
    get bytes(): Uint8Array<ArrayBuffer> {
      if (state === 'closed') return whole;
      throw new ParquetError('INVALID_ARGUMENT', `the memory sink is ${state}: the file is incomplete`);
    },
    write: async (bytes, signal) => {
      signal?.throwIfAborted();
      requireOpen();
      parts.push(bytes);
      length += bytes.length;
    },
    close: async () => {
      requireOpen();
      const joined = new Uint8Array(length);
      let at = 0;
      for (const part of parts) {
        joined.set(part, at);
        at += part.length;
        if (isTurnDue()) await yieldToEventLoop();
      }
      // The sink may have been aborted in the meantime.
      requireOpen();
      parts = [];
      whole = joined;
      state = 'closed';
    },
    abort: async () => {
      if (state === 'open') state = 'aborted';
      parts = [];
    },
  };
}

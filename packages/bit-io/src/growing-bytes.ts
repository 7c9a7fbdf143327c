/** A byte array that grows as bytes are appended. */
import { ParquetError } from '@marquetry/core';
import { createSpare, type Spare } from './spare.js';

/** A byte array to which bytes are appended. Its memory at least doubles each time it grows. */
export interface GrowingBytes {
  /** Number of bytes in use. */
  length: number;
  /**
   * Makes room for `count` more bytes after `length`, and returns the memory. The new bytes have undefined content. The
   * result is valid until the next call of `reserve` or `release`.
   * @throws ParquetError LIMIT if the array would exceed 2^31 - 1 bytes, the largest size that a page header can state.
   */
  reserve(count: number): Uint8Array;
  /** Discards the bytes. Another instance may reuse their memory. */
  release(): void;
}

/** The maximum number of bytes: page headers state sizes as i32. */
const mostBytes = 2 ** 31 - 1;

/** Keeps the memory of released byte arrays for reuse. */
const spare: Spare<Uint8Array> = /* @__PURE__ */ createSpare(Uint8Array);

/** Creates an empty byte array. */
export function createGrowingBytes(): GrowingBytes {
  let memory: Uint8Array = new Uint8Array(0);
  return {
    length: 0,
    reserve(count): Uint8Array {
      const needed = this.length + count;
      if (needed > mostBytes)
        throw new ParquetError('LIMIT', `a page must not exceed ${mostBytes} bytes, got ${needed}`);
      if (needed > memory.length) {
        const grown = spare.take(Math.max(needed, 2 * memory.length, 1024));
        grown.set(memory.subarray(0, this.length));
        memory = grown;
      }
      return memory;
    },
    release(): void {
      spare.give(memory);
      memory = new Uint8Array(0);
      this.length = 0;
    },
  };
}

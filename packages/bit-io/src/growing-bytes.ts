/**
 * Bytes that are appended to.
 */
import { createSpare, type Spare } from './spare.js';

/** Memory that grows to at least twice its size where more is asked for. */
export interface GrowingBytes {
  /** Bytes in use. */
  length: number;
  /** The memory, with room for `count` more bytes behind `length`, which hold anything. Valid until asked for again. */
  reserve(count: number): Uint8Array;
  /** Forgets the bytes. Their memory may become that of other growing bytes. */
  release(): void;
}

/** The memory of bytes that were released. */
const spare: Spare<Uint8Array> = /* @__PURE__ */ createSpare(Uint8Array);

/** No bytes yet. */
export function createGrowingBytes(): GrowingBytes {
  let memory: Uint8Array = new Uint8Array(0);
  return {
    length: 0,
    reserve(count): Uint8Array {
      const needed = this.length + count;
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

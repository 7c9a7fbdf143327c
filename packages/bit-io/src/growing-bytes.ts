/**
 * Bytes that are appended to.
 */

/** Memory that grows to at least twice its size where more is asked for. */
export interface GrowingBytes {
  /** Bytes in use. */
  length: number;
  /** The memory, with room for `count` more bytes behind `length`. Valid until asked for again. */
  reserve(count: number): Uint8Array;
}

/** No bytes yet. */
export function createGrowingBytes(): GrowingBytes {
  let memory: Uint8Array = new Uint8Array(256);
  return {
    length: 0,
    reserve(count): Uint8Array {
      const needed = this.length + count;
      if (needed > memory.length) {
        const grown = new Uint8Array(Math.max(needed, 2 * memory.length));
        grown.set(memory.subarray(0, this.length));
        memory = grown;
      }
      return memory;
    },
  };
}

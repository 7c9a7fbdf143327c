/** Keeps a scratch array for reuse, because using newly allocated memory takes ten times as long as reusing memory. */
import { allocateBytes } from '@marquetry/core';

/** A cache of one array, which one caller at a time can take. */
export interface Spare<Memory> {
  /**
   * Returns an array of at least `length` elements, whose content is undefined. The caller owns the array until it
   * calls `give`.
   * @throws ParquetError LIMIT if the engine cannot allocate that much memory.
   */
  take(length: number): Memory;
  /**
   * Returns an array to the cache, so that the next {@link take} may return it. If a caller never does this, the array
   * is garbage-collected.
   */
  give(memory: Memory): void;
}

/** Arrays of more elements than this are not kept, because a page rarely has more bytes. */
const mostKept = 2 ** 21;

/** Creates a cache that keeps the last array given to it. */
export function createSpare<Memory extends { readonly length: number }>(Kind: {
  new (buffer: ArrayBuffer): Memory;
  readonly BYTES_PER_ELEMENT: number;
}): Spare<Memory> {
  let kept: Memory | undefined;
  return {
    take(length) {
      const memory = kept;
      kept = undefined;
      // The new array is a quarter larger than requested. Otherwise, if each page were slightly larger than the one
      // before, each would need a new array.
      if (memory !== undefined && memory.length >= length) return memory;
      return new Kind(allocateBytes(Math.ceil(1.25 * length) * Kind.BYTES_PER_ELEMENT).buffer);
    },
    give(memory) {
      if (memory.length <= mostKept) kept = memory;
    },
  };
}

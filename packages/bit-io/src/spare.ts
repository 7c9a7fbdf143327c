/**
 * Keeps the scratch memory of a call for the next call, because using new memory takes ten times as long as using memory again.
 */

/** A cache of one array, which one caller at a time can take. */
export interface Spare<Memory> {
  /** Returns an array of at least `length` elements of undefined content. The caller owns it until `give`. */
  take(length: number): Memory;
  /**
   * Returns an array to the cache, so that the next {@link take} may return it. An array that is not returned is
   * garbage-collected.
   */
  give(memory: Memory): void;
}

/** Larger arrays (in elements) are not kept, because a page rarely has more bytes. */
const mostKept = 2 ** 21;

/** Creates a cache that keeps the last array given to it. */
export function createSpare<Memory extends { readonly length: number }>(
  Kind: new (length: number) => Memory,
): Spare<Memory> {
  let kept: Memory | undefined;
  return {
    take(length) {
      const memory = kept;
      kept = undefined;
      // This allocates a quarter more, so that slowly growing pages do not each need new memory.
      return memory !== undefined && memory.length >= length ? memory : new Kind(Math.ceil(1.25 * length));
    },
    give(memory) {
      if (memory.length <= mostKept) kept = memory;
    },
  };
}

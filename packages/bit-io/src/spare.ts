/**
 * Memory for work that is over when a call returns, kept for the next call: memory that a process has not used before costs
 * ten times as much as memory that it uses again.
 */

/** One array that is lent and given back. */
export interface Spare<Memory> {
  /** An array of at least `length` elements, which hold anything. It is the caller's until it is given back. */
  take(length: number): Memory;
  /** The next {@link take} may return it. An array that is not given back is lost to garbage. */
  give(memory: Memory): void;
}

/** Elements of the largest array that is kept: pages rarely have more bytes. */
const mostKept = 2 ** 21;

/** Keeps the array that was given back last. */
export function createSpare<Memory extends { readonly length: number }>(
  Kind: new (length: number) => Memory,
): Spare<Memory> {
  let kept: Memory | undefined;
  return {
    take(length) {
      const memory = kept;
      kept = undefined;
      // With room for a quarter more, so that pages that grow little by little do not each take new memory.
      return memory !== undefined && memory.length >= length ? memory : new Kind(Math.ceil(1.25 * length));
    },
    give(memory) {
      if (memory.length <= mostKept) kept = memory;
    },
  };
}

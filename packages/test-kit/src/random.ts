/** Generates reproducible pseudorandom numbers with mulberry32 (public domain, Tommy Ettinger). */

/** Returns an integer from 0 to `below - 1`; `below` is at most 2^32. */
export type Random = (below: number) => number;

/** Creates a generator of pseudorandom numbers. The same seed yields the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

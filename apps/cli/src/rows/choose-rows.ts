/**
 * A random sample without replacement. Every set of rows is equally likely, and the same seed always chooses the same rows.
 *
 * Source: R. Floyd's algorithm F2 (J. Bentley, "Programming Pearls", CACM 30 (9), 1987), which draws one random number per chosen row.
 */

/**
 * Returns `count` random row numbers below `total`, in ascending order. Returns all of them if `count` is at least
 * `total`.
 */
export function chooseRows(total: number, count: number, seed: number): readonly number[] {
  if (count >= total) return Array.from({ length: total }, (_, row) => row);
  const random = createRandom(seed);
  const chosen = new Set<number>();
  for (let last = total - count; last < total; last++) {
    const row = Math.floor(random() * (last + 1));
    chosen.add(chosen.has(row) ? last : row);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Returns a generator of random numbers in [0, 1) with 53 bits, based on splitmix32. */
function createRandom(seed: number): () => number {
  // Mix the upper 32 bits of the seed into the state as well.
  let state = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}

/** A seeded random generator (mulberry32), so that every mutant can be created again from its seed and number. */
export interface Random {
  /** Returns a random integer from 0 to `limit` - 1. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

export function createRandom(seed: number, ordinal: number): Random {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(ordinal + 1, 0x85ebca6b)) | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  next();
  const below = (limit: number): number => next() % limit;
  return {
    below,
    pick: (items) => {
      if (items.length === 0) throw new Error('`items` must have at least one item');
      return items[below(items.length)] as (typeof items)[number];
    },
  };
}

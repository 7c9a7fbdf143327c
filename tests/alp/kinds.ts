/**
 * Generates doubles of five kinds. The same seed always generates the same doubles.
 */

/** Writes `count` generated values to the start of `doubles`; `words` is a view of the same memory as 32-bit words. */
export type Kind = (doubles: Float64Array, words: Int32Array, count: number) => void;

/** Returns a generator of signed integers with 32 random bits. Mulberry32 (public domain, Tommy Ettinger). */
export function createWords(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return mixed ^ (mixed >>> 14);
  };
}

export const kindNames = ['prices', 'sensor data', 'integers', 'random bits', 'special values'] as const;
export type KindName = (typeof kindNames)[number];

/** Returns generators of all kinds; each call continues where the last one ended. */
export function createKinds(seed: number): Readonly<Record<KindName, Kind>> {
  const next = createWords(seed);
  const share = (): number => (next() >>> 0) / 2 ** 32;
  const special = createSpecial(next);
  let cents = 10_000;
  let warmth = 200;
  let made = 0;
  return {
    // Prices as a random walk in cents. Now and then the price jumps, as if the next price were that of another stock.
    prices: (doubles, _, count) => {
      for (let i = 0; i < count; i++) {
        if ((next() & 0xffff) === 0) cents = Math.floor(100 * 10 ** (4 * share()));
        cents = Math.max(1, cents + ((next() & 63) - 31));
        doubles[i] = cents / 100;
      }
    },
    // Slowly changing values with three decimals, some gaps as NaN, and a few readings with more decimals than usual.
    'sensor data': (doubles, words, count) => {
      for (let i = 0; i < count; i++) {
        warmth += (share() - 0.5) * 2;
        doubles[i] = Math.round(1000 * warmth) / 1000;
        const fate = next() & 1023;
        if (fate === 0) doubles[i] = warmth;
        else if (fate < 4) {
          words[2 * i] = next();
          words[2 * i + 1] = 0x7ff80000 | (next() & 0x8007ffff);
        }
      }
    },
    // Integers of every size from 1 to 63 bits, one size after another.
    integers: (doubles, _, count) => {
      for (let i = 0; i < count; i++) {
        const size = (made++ >>> 11) % 64;
        const number = Math.floor(share() * 2 ** Math.max(0, size - 20)) * 2 ** Math.min(20, size);
        doubles[i] = (next() & 1) === 0 ? number + (next() & (2 ** Math.min(20, size) - 1)) : -number;
      }
    },
    'random bits': (_, words, count) => {
      for (let i = 0; i < 2 * count; i++) words[i] = next();
    },
    'special values': special,
  };
}

/**
 * Generates every exponent with the lowest and highest mantissas and both signs, which includes zeros, subnormals, infinities, and quiet
 * and signaling NaNs. Then it generates decimals, powers of two, and the doubles next to them.
 */
function createSpecial(next: () => number): Kind {
  let turn = 0;
  return (doubles, words, count) => {
    for (let i = 0; i < count; i++) {
      const ordinal = turn++;
      if ((ordinal & 1) === 0) {
        const high = Math.imul(ordinal >>> 1, 0x9e3779b1);
        const edge = mantissas[(high >>> 8) & 15] as readonly [number, number];
        words[2 * i] = edge[1];
        words[2 * i + 1] = (high & 0xfff00000) | edge[0];
        continue;
      }
      const power = (next() & 63) - 20;
      const number = (next() & 7) === 0 ? 2 ** (next() & 127) : Number(`${next() & 0xffff}e${-power}`);
      doubles[i] = number;
      // Returns the decimal itself, or a double next to it: one step below, or up to two steps above.
      words[2 * i] = (words[2 * i] as number) + ((next() & 3) - 1);
    }
  };
}

/** The high 20 bits and the low 32 bits of each mantissa. */
const mantissas: readonly (readonly [number, number])[] = [
  [0, 0],
  [0, 1],
  [0, -1],
  [1, 0],
  [0xfffff, -1],
  [0xfffff, -2],
  [0x80000, 0],
  [0x80000, 1],
  [0x7ffff, -1],
  [0x99999, 0x9999999a | 0],
  [0x33333, 0x33333333],
  [0x55555, 0x55555555],
  [0, 0x80000000 | 0],
  [0x40000, 0],
  [0xc0000, 0],
  [0x12345, 0x6789abcd],
];

/**
 * Numbers that Brotli codes as a symbol, whose range begins at `base`, and `extra` bits within it (RFC 7932,
 * sections 5 and 6).
 */
import type { BitReader } from './bit-reader.js';

export interface Ranges {
  readonly base: Int32Array;
  readonly extra: Uint8Array;
}

// biome-ignore format: rows of the specification's tables
export const blockCounts: Ranges = ranges(1, [
  2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 24,
]);
// biome-ignore format: rows of the specification's tables
export const insertLengths: Ranges = ranges(0, [
  0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 24,
]);
// biome-ignore format: rows of the specification's tables
export const copyLengths: Ranges = ranges(2, [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 24,
]);

/** The number that `symbol`, already read, begins. */
export function readRanged(reader: BitReader, { base, extra }: Ranges, symbol: number): number {
  return (base[symbol] as number) + reader.take(extra[symbol] as number);
}

/** Each range begins where the one before ends. */
function ranges(first: number, extra: readonly number[]): Ranges {
  const base = new Int32Array(extra.length);
  let next = first;
  extra.forEach((width, symbol) => {
    base[symbol] = next;
    next += 1 << width;
  });
  return { base, extra: Uint8Array.from(extra) };
}

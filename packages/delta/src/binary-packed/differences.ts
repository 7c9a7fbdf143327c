/** Subtracts the smallest delta of a block from its deltas, which are int32, or int64 stored as two words. */

/** Returns the bit width of the largest unsigned difference between a low word of a miniblock and `low`. */
export function widthOf(lows: Int32Array, from: number, count: number, low: number): number {
  let ones = 0;
  // A miniblock has a multiple of 32 values.
  for (let i = from; i < from + count; i += 4) {
    ones |= ((lows[i] as number) - low) | ((lows[i + 1] as number) - low);
    ones |= ((lows[i + 2] as number) - low) | ((lows[i + 3] as number) - low);
  }
  return 32 - Math.clz32(ones);
}

/** Subtracts `low` from each low word of a miniblock. */
export function subtract32(lows: Int32Array, from: number, count: number, low: number): void {
  for (let i = from; i < from + count; i++) lows[i] = (lows[i] as number) - low;
}

/**
 * Subtracts a two-word value from each value of a miniblock. Returns the bit width of the largest unsigned
 * difference.
 */
export function subtract64(
  lows: Int32Array,
  highs: Int32Array,
  from: number,
  count: number,
  low: number,
  high: number,
): number {
  let lowOnes = 0;
  let highOnes = 0;
  for (let i = from; i < from + count; i++) {
    const delta = lows[i] as number;
    highOnes |= highs[i] = ((highs[i] as number) - high - borrow(delta, low)) | 0;
    lowOnes |= lows[i] = (delta - low) | 0;
  }
  return highOnes === 0 ? 32 - Math.clz32(lowOnes) : 64 - Math.clz32(highOnes);
}

/**
 * Returns 1 if subtracting the low words (unsigned) borrows from the high words, otherwise 0. The code does not branch,
 * because branches would often be mispredicted.
 */
export function borrow(low: number, subtracted: number): number {
  return ((~low & subtracted) | (~(low ^ subtracted) & (low - subtracted))) >>> 31;
}

/**
 * Returns the index of the smallest 64-bit value. High words are compared as signed numbers, low words as unsigned
 * numbers.
 */
export function least64(lows: Int32Array, highs: Int32Array, count: number): number {
  let least = 0;
  for (let i = 1; i < count; i++) {
    const high = highs[i] as number;
    const leastHigh = highs[least] as number;
    if (high < leastHigh || (high === leastHigh && (lows[i] as number) >>> 0 < (lows[least] as number) >>> 0))
      least = i;
  }
  return least;
}

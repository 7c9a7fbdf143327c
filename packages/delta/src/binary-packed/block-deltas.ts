/** Computes the deltas of one block. They are int32, or int64 stored as two words. */
import { borrow } from './differences.js';
import type { WordsPerValue } from './stream.js';

/** The largest int32. */
const largest = 2 ** 31 - 1;
/**
 * Number of blocks for which the fast path for similar int64 values is not used after it has failed. The block in which
 * it failed counts as the first one.
 */
const mixedBlocks = 16;

/**
 * The deltas of the block that a stream writer has not written yet. This is a class because JavaScript engines
 * would compile closures again for each page.
 */
export class BlockDeltas {
  declare readonly lows: Int32Array;
  /** The high words of the deltas. They are valid only if {@link BlockDeltas.beyondInt32} is not 0. */
  declare readonly highs: Int32Array;
  /** Number of deltas in the block. */
  count = 0;
  /** The last value, as a low and a high word. INT32 does not use the high word. */
  previousLow = 0;
  previousHigh = 0;
  /** The smallest low 32-bit word of the deltas, read as a signed number. */
  least: number = largest;
  /** Not 0 if a delta does not fit in an int32. */
  beyondInt32 = 0;
  /**
   * Number of blocks, including this one, for which the fast path for similar int64 values is not used; 0 to try it.
   */
  private mixed = 0;

  constructor(words: WordsPerValue, blockSize: number) {
    this.lows = new Int32Array(blockSize);
    // Deltas of INT32 have no high words.
    this.highs = new Int32Array(words === 2 ? blockSize : 0);
  }

  /** Starts a new block: removes the deltas, but keeps the previous value. */
  clear(): void {
    this.count = 0;
    this.least = largest;
    this.beyondInt32 = 0;
    if (this.mixed > 0) this.mixed--;
  }

  /** Computes the deltas of the int32 values `source[from, to)` and adds them to the block, in which they must fit. */
  take32(source: Int32Array, from: number, to: number): void {
    const { lows } = this;
    let previous = this.previousLow;
    let least = this.least;
    let at = this.count;
    for (let i = from; i < to; i++) {
      const value = source[i] as number;
      const delta = (value - previous) | 0;
      lows[at++] = delta;
      // Few deltas are less than all deltas before them, so this branch is predicted well.
      if (delta < least) least = delta;
      previous = value;
    }
    this.previousLow = previous;
    this.least = least;
    this.count = at;
  }

  /** Computes the deltas of int64 values and adds them to the block. `from` and `to` count values, not words. */
  take64(source: Int32Array, from: number, to: number): void {
    if (this.mixed === 0) {
      if (this.takeSimilar64(source, from, to)) return;
      this.mixed = mixedBlocks;
    }
    this.takeMixed64(source, from, to);
  }

  /**
   * Adds the deltas of int64 values to the block if the values have equal high words, and low words with the same top
   * bit: each delta then fits in an int32. Otherwise returns false and adds nothing.
   */
  private takeSimilar64(source: Int32Array, from: number, to: number): boolean {
    const { lows, previousHigh } = this;
    let previous = this.previousLow;
    let least = this.least;
    let at = this.count;
    // Bits in which a high word differs from the first one, and bits in which a low word differs from the previous one.
    let highBits = 0;
    let lowBits = 0;
    let k = 2 * from;
    for (const end = 2 * to - 2; k < end; k += 4) {
      const a = source[k] as number;
      const b = source[k + 2] as number;
      highBits |= ((source[k + 1] as number) ^ previousHigh) | ((source[k + 3] as number) ^ previousHigh);
      lowBits |= (a ^ previous) | (b ^ a);
      const toA = (a - previous) | 0;
      const toB = (b - a) | 0;
      lows[at] = toA;
      lows[at + 1] = toB;
      if (toA < least) least = toA;
      if (toB < least) least = toB;
      at += 2;
      previous = b;
    }
    if (k < 2 * to) {
      const low = source[k] as number;
      highBits |= (source[k + 1] as number) ^ previousHigh;
      lowBits |= low ^ previous;
      const delta = (low - previous) | 0;
      lows[at++] = delta;
      if (delta < least) least = delta;
      previous = low;
    }
    if (highBits !== 0 || lowBits < 0) return false;
    this.previousLow = previous;
    this.least = least;
    this.count = at;
    return true;
  }

  private takeMixed64(source: Int32Array, from: number, to: number): void {
    const { lows, highs, count } = this;
    let beforeLow = this.previousLow;
    let beforeHigh = this.previousHigh;
    let beyond = this.beyondInt32;
    let least = this.least;
    let at = count;
    for (let i = from; i < to; i++) {
      const low = source[2 * i] as number;
      const high = source[2 * i + 1] as number;
      const deltaLow = (low - beforeLow) | 0;
      const deltaHigh = (high - beforeHigh - borrow(low, beforeLow)) | 0;
      beyond |= deltaHigh ^ (deltaLow >> 31);
      if (deltaLow < least) least = deltaLow;
      lows[at] = deltaLow;
      highs[at++] = deltaHigh;
      beforeLow = low;
      beforeHigh = high;
    }
    // The high words of the deltas that `takeSimilar64` added are missing.
    if (beyond !== 0 && this.beyondInt32 === 0) for (let k = 0; k < count; k++) highs[k] = (lows[k] as number) >> 31;
    this.previousLow = beforeLow;
    this.previousHigh = beforeHigh;
    this.beyondInt32 = beyond;
    this.least = least;
    this.count = at;
  }
}

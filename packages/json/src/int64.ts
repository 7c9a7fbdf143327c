/** Formats and divides 64-bit integers that are given as two 32-bit words, without BigInt. */
import { nineDigits } from './padding.js';

/**
 * Returns the words of 64-bit values: `words[2 * i]` is the low word, `words[2 * i + 1]` the high word (little endian).
 */
export function wordsOf(data: BigInt64Array): Int32Array {
  return new Int32Array(data.buffer, data.byteOffset, data.length * 2);
}

/** Returns the decimal digits of the signed integer `high * 2^32 + low`. The 32 bits of `low` are read as unsigned. */
export function signedDigits(low: number, high: number): string {
  // If the integer has at most 53 bits, a number represents it exactly.
  if (high >= -0x20_0000 && high < 0x20_0000) return String(high * 0x1_0000_0000 + (low >>> 0));
  if (high >= 0) return unsignedDigits(low, high);
  const negated = -low | 0;
  return `-${unsignedDigits(negated, negated === 0 ? -high : ~high)}`;
}

/** Returns the decimal digits of the unsigned integer with these two words. */
export function unsignedDigits(low: number, high: number): string {
  const top = high >>> 0;
  if (top < 0x20_0000) return String(top * 0x1_0000_0000 + (low >>> 0));
  const { quotient, remainder } = divideWords(low, top, 1_000_000_000);
  return String(quotient) + nineDigits(remainder);
}

export interface Division {
  /** The quotient, rounded toward minus infinity. */
  readonly quotient: number;
  /** The remainder, which is at least 0 and below the divisor. */
  readonly remainder: number;
}

/**
 * Divides `high * 2^32 + low` by `divisor`, which must be below 2^32. The 32 bits of `low` are read as unsigned; `high`
 * may be any integer of up to 53 bits.
 *
 * This is long division in steps of 16 bits: each partial dividend is below `divisor * 2^16`, hence below 2^48. The
 * quotient is exact if it is below 2^53.
 */
export function divideWords(low: number, high: number, divisor: number): Division {
  const first = Math.floor(high / divisor);
  const second = (high - first * divisor) * 0x1_0000 + (low >>> 16);
  const secondQuotient = Math.floor(second / divisor);
  const third = (second - secondQuotient * divisor) * 0x1_0000 + (low & 0xffff);
  const thirdQuotient = Math.floor(third / divisor);
  return {
    quotient: first * 0x1_0000_0000 + secondQuotient * 0x1_0000 + thirdQuotient,
    remainder: third - thirdQuotient * divisor,
  };
}

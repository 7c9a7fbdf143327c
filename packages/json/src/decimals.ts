/**
 * DECIMAL: an unscaled integer, and how many of its digits stand behind the point (LogicalTypes.md#decimal).
 */
import { divideWords } from './int64.js';

/** Zeros written in front of the digits before the exponent form takes over: `0.00…01`. */
const maxLeadingZeros = 128;

/**
 * Puts the point into the digits of an integer. Zeros of the scale stay: `150` with scale 2 is `1.50`. A scale far
 * beyond the digits gives the exponent form, `15e-1000`, so that a scale cannot ask for memory.
 */
export function withScale(digits: string, scale: number): string {
  if (scale === 0) return digits;
  const negative = digits.charCodeAt(0) === 0x2d;
  const count = digits.length - (negative ? 1 : 0);
  if (scale - count > maxLeadingZeros) return `${digits}e-${scale}`;
  if (scale < count) return `${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}`;
  const magnitude = negative ? digits.slice(1) : digits;
  return `${negative ? '-' : ''}0.${'0'.repeat(scale - count)}${magnitude}`;
}

/** Larger integers are not turned into digits: the work grows faster than the bytes. */
const maxDecimalBytes = 2 ** 16;

/**
 * Decimal digits of a big-endian two's complement integer of any width; none is 0.
 * @returns undefined above {@link maxDecimalBytes}, leading sign bytes not counted.
 */
export function bigEndianDigits(bytes: Uint8Array): string | undefined {
  const { length } = bytes;
  const sign = length > 0 && (bytes[0] as number) > 0x7f ? 0xff : 0;
  let start = 0;
  // A byte that only repeats the sign adds nothing, as long as the next one has that sign too.
  while (start + 1 < length && bytes[start] === sign && ((bytes[start + 1] as number) ^ sign) < 0x80) start++;
  const significant = length - start;
  if (significant > maxDecimalBytes) return undefined;
  if (significant <= 6) {
    let value = sign === 0 ? 0 : -1;
    for (let i = start; i < length; i++) value = value * 256 + (bytes[i] as number);
    return String(value);
  }
  if (significant <= 16) return wideDigits(bytes, start, sign);
  let hex = '0x';
  for (let i = start; i < length; i++) hex += ((bytes[i] as number) ^ sign).toString(16).padStart(2, '0');
  // Bytes were complemented: -1 - ~x = x.
  const magnitude = BigInt(hex);
  return String(sign === 0 ? magnitude : -1n - magnitude);
}

/**
 * Digits of up to 128 bits: the magnitude in four 32-bit words, divided by 10^9 until nothing is left.
 */
function wideDigits(bytes: Uint8Array, start: number, sign: number): string {
  const words = [0, 0, 0, 0];
  for (let i = start; i < bytes.length; i++) {
    const word = (bytes.length - 1 - i) >> 2;
    words[word] = (words[word] as number) * 256 + ((bytes[i] as number) ^ sign);
  }
  // The magnitude of a negative number is its complement plus one.
  for (let i = 0, carry = sign & 1; carry === 1 && i < 4; i++) {
    words[i] = (words[i] as number) + 1;
    if (words[i] === 0x1_0000_0000) words[i] = 0;
    else carry = 0;
  }
  let digits = '';
  let top = 3;
  while (top >= 0) {
    while (top >= 0 && words[top] === 0) top--;
    if (top < 0) break;
    let remainder = 0;
    for (let i = top; i >= 0; i--) {
      const step = divideWords(words[i] as number, remainder, 1_000_000_000);
      words[i] = step.quotient;
      remainder = step.remainder;
    }
    digits = String(remainder).padStart(9, '0') + digits;
  }
  const shown = digits.replace(/^0+(?=\d)/, '') || '0';
  return sign === 0 ? shown : `-${shown}`;
}

/** Writes the digits of DECIMAL values that are stored as bytes. Uses BigInt only for values of more than 16 bytes. */
import { bigEndianToBigint, significantStart } from '@marquetry/logical';
import { divideWords } from './int64.js';

/**
 * Maximum size in bytes of an integer that is converted to digits, because the conversion takes more than linear time.
 */
const maxDecimalBytes = 2 ** 16;

/**
 * Returns the decimal digits of a big-endian two's complement integer. A value without bytes is 0. Returns undefined if
 * the integer has more than {@link maxDecimalBytes} bytes, not counting leading sign bytes.
 */
export function bigEndianDigits(bytes: Uint8Array): string | undefined {
  const { length } = bytes;
  const sign = length > 0 && (bytes[0] as number) > 0x7f ? 0xff : 0;
  const start = significantStart(bytes);
  const significant = length - start;
  if (significant > maxDecimalBytes) return undefined;
  if (significant <= 6) {
    let value = sign === 0 ? 0 : -1;
    for (let i = start; i < length; i++) value = value * 256 + (bytes[i] as number);
    return String(value);
  }
  if (significant <= 16) return wideDigits(bytes, start, sign);
  return String(bigEndianToBigint(bytes.subarray(start)));
}

/**
 * Returns the digits of an integer of up to 128 bits. The magnitude of the integer is stored in four 32-bit words,
 * which are divided by 10^9 until the quotient is 0.
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

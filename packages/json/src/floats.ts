/** Writes floating-point numbers as the shortest text that parses to the same FLOAT16, FLOAT or DOUBLE. */
import { float16ToNumber, numberToFloat16 } from '@marquetry/logical';
import type { Style } from './style.js';

/**
 * Writes a number as in JSON. Integers get the suffix `.0`, so that readers see a floating-point number. Negative zero
 * is `-0.0`.
 */
function numberText(value: number): string {
  if (Number.isInteger(value)) {
    if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
    if (value < 1e21 && value > -1e21) return `${value}.0`;
  }
  return String(value);
}

function nonFiniteText(value: number): string {
  return value > 0 ? 'Infinity' : value < 0 ? '-Infinity' : 'NaN';
}

/** Returns the text of a DOUBLE. */
export function doubleText(value: number, style: Style): string {
  return Number.isFinite(value) ? numberText(value) : style.bare(nonFiniteText(value));
}

/** Returns the text of a FLOAT, given as the double with the same value. */
export function floatText(value: number, style: Style): string {
  if (!Number.isFinite(value)) return style.bare(nonFiniteText(value));
  return numberText(Number.isInteger(value) && Math.abs(value) <= 0x100_0000 ? value : shortestFloat(value));
}

/** The smallest normal FLOAT. Values below it have fewer than 24 bits of precision. */
const leastNormalFloat = 2 ** -126;

/** Returns a double that is written with the fewest digits among all doubles that round to the FLOAT `value`. */
function shortestFloat(value: number): number {
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 0x100_0000) {
    // `value * scale` is exact, because the product of 24 bits and 5^9 (21 bits) fits in a double.
    for (let scale = 10; scale <= 1e9; scale *= 10) {
      const candidate = Math.round(value * scale) / scale;
      if (Math.fround(candidate) === value) return candidate;
    }
  }
  // Start with 6 digits, because a normal FLOAT preserves every decimal of 6 digits. At most 9 digits are needed to
  // identify a FLOAT.
  return fewestDigits(value, size < leastNormalFloat ? 1 : 6, 9, 24, Math.fround);
}

/** Returns the text of a FLOAT16, given as its 16 bits. */
export function float16Text(bits: number, style: Style): string {
  const value = float16ToNumber(bits);
  if (!Number.isFinite(value)) return style.bare(nonFiniteText(value));
  return numberText(
    value === 0 ? value : fewestDigits(value, 1, 5, 11, (near) => float16ToNumber(numberToFloat16(near))),
  );
}

/**
 * Returns the number with the fewest significant digits that `round` maps to `value`. Tries `from` digits first, then
 * more, up to `to`; `to` digits must suffice.
 *
 * Rounding `value` to fewer digits does not always find this number. If `value` is a power of two, the next smaller
 * number is half as far away as the next larger one, so most of the numbers that round to `value` are above it.
 */
function fewestDigits(
  value: number,
  from: number,
  to: number,
  precisionBits: number,
  round: (value: number) => number,
): number {
  const centre = value * (1 + 2 ** -(precisionBits + 2));
  for (let digits = from; digits < to; digits++) {
    const nearest = Number(value.toPrecision(digits));
    if (round(nearest) === value) return nearest;
    const central = Number(centre.toPrecision(digits));
    if (round(central) === value) return central;
  }
  return Number(value.toPrecision(to));
}

/** Writes floating-point numbers as the shortest text that parses to the same number at its precision. */
import { float16ToNumber, numberToFloat16 } from '@marquetry/logical';
import type { Style } from './style.js';

/**
 * Writes a number as in JSON. Integers keep a `.0`, so that readers see a floating-point number, and -0.0 keeps its
 * sign.
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

/** Writes a DOUBLE. */
export function doubleText(value: number, style: Style): string {
  return Number.isFinite(value) ? numberText(value) : style.bare(nonFiniteText(value));
}

/** Writes a FLOAT, given as the double with the same value. */
export function floatText(value: number, style: Style): string {
  if (!Number.isFinite(value)) return style.bare(nonFiniteText(value));
  return numberText(Number.isInteger(value) && Math.abs(value) <= 0x100_0000 ? value : shortestFloat(value));
}

/** Below 2^-126, the smallest normal FLOAT, values have fewer than 24 bits of precision. */
const leastNormalFloat = 2 ** -126;

/** Returns the double whose shortest text is the shortest that parses to the FLOAT `value`. */
function shortestFloat(value: number): number {
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 0x100_0000) {
    // `value * scale` is exact: 24 bits times 5^9 (21 bits). The fewest decimals are also the fewest digits.
    for (let scale = 10; scale <= 1e9; scale *= 10) {
      const candidate = Math.round(value * scale) / scale;
      if (Math.fround(candidate) === value) return candidate;
    }
  }
  // Every decimal of up to 6 digits survives a normal FLOAT, so fewer need not be tried; 9 always identify a FLOAT.
  return fewestDigits(value, size < leastNormalFloat ? 1 : 6, 9, 24, Math.fround);
}

/** Writes a FLOAT16, given by its 16 bits. */
export function float16Text(bits: number, style: Style): string {
  const value = float16ToNumber(bits);
  if (!Number.isFinite(value)) return style.bare(nonFiniteText(value));
  return numberText(
    value === 0 ? value : fewestDigits(value, 1, 5, 11, (near) => float16ToNumber(numberToFloat16(near))),
  );
}

/**
 * Tries `from` to `to` significant digits; `to` must suffice. Below a power of two, neighbours are half as far away as
 * above, so the interval of numbers that parse to `value` is centred slightly above it.
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

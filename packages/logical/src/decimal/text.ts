/**
 * DECIMAL as text: an unscaled integer, and the number of its digits after the decimal point
 * (LogicalTypes.md#decimal).
 */

/**
 * Maximum number of zeros directly after the decimal point, as in `0.00…01`. A number that needs more zeros is
 * written with an exponent.
 */
const maxLeadingZeros = 128;

/**
 * Inserts the decimal point into the digits of an unscaled integer. Keeps trailing zeros: `150` with scale 2 becomes
 * `1.50`. If the scale is far larger than the number of digits, returns text with an exponent, such as `15e-1000`, so
 * that a huge scale cannot cause a huge allocation.
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

/** The parts of the decimal number `(isNegative ? -1 : 1) * digits * 10^exponent`. */
export interface DecimalDigits {
  readonly isNegative: boolean;
  /** The decimal digits without leading zeros; empty for 0. */
  readonly digits: string;
  readonly exponent: number;
}

const decimalText = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;

/** Parses text such as `-12.50`, `.5` or `1e-3`; returns undefined if it is not a decimal number. */
export function parseDecimal(text: string): DecimalDigits | undefined {
  const [whole, sign, integer = '', fraction = '', exponent = '0'] = decimalText.exec(text) ?? [];
  if (whole === undefined || integer.length + fraction.length === 0) return undefined;
  const digits = (integer + fraction).replace(/^0+/, '');
  return { isNegative: sign === '-', digits, exponent: Number(exponent) - fraction.length };
}

/**
 * The unscaled integer of a decimal. If the scale is too small for all digits, the integer is rounded towards minus
 * infinity.
 */
export interface Unscaled {
  readonly integer: bigint;
  readonly isExact: boolean;
}

/**
 * Converts a decimal to an unscaled integer, that is, to a multiple of `10^-scale`.
 * @returns undefined if that integer has more than `maxDigits` digits, because an exponent can require any number of
 * digits.
 */
export function unscaledOf(decimal: DecimalDigits, scale: number, maxDigits: number): Unscaled | undefined {
  const { isNegative, digits, exponent } = decimal;
  if (digits === '') return { integer: 0n, isExact: true };
  const zeros = exponent + scale;
  if (digits.length + zeros > maxDigits) return undefined;
  const kept = zeros < 0 ? digits.slice(0, zeros) : digits + '0'.repeat(zeros);
  const isExact = zeros >= 0 || !/[1-9]/.test(digits.slice(zeros));
  const magnitude = BigInt(kept);
  if (!isNegative) return { integer: magnitude, isExact };
  return { integer: isExact ? -magnitude : -magnitude - 1n, isExact };
}

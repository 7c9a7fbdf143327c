/** Computes how many digits a DECIMAL column needs to represent the cells in the sample. */
import type { FieldDefinition } from '@marquetry/schema';

/** Numbers of digits before and after the decimal point. */
export interface DecimalDigits {
  readonly whole: number;
  readonly fraction: number;
}

/** Number of digits in inferred DECIMAL columns: the most that always fit in an INT64. */
const precision = 18;
const point = 0x2e;
const minus = 0x2d;
const zero = 0x30;

/** Counts the digits of a numeric cell. Returns undefined for a number with an exponent. */
export function digitsOfCell(bytes: Uint8Array, start: number, end: number): DecimalDigits | undefined {
  const first = bytes[start] === minus ? start + 1 : start;
  let pointAt = end;
  for (let at = first; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === point) pointAt = at;
    else if (byte < zero || byte > zero + 9) return undefined;
  }
  return { whole: pointAt - first, fraction: Math.max(0, end - pointAt - 1) };
}

/** Returns the digits needed to represent every number that fits `a` or `b`; undefined if `a` or `b` is undefined. */
export function widerDigits(a: DecimalDigits | undefined, b: DecimalDigits | undefined): DecimalDigits | undefined {
  return a && b && { whole: Math.max(a.whole, b.whole), fraction: Math.max(a.fraction, b.fraction) };
}

/**
 * Returns the definition of a DECIMAL column. It always has 18 digits, so that later cells may have more digits before
 * the point. Returns undefined if the cells need more than 18 digits.
 */
export function decimalColumn({ whole, fraction }: DecimalDigits): FieldDefinition | undefined {
  return whole + fraction > precision ? undefined : { type: 'DECIMAL', precision, scale: fraction, optional: true };
}

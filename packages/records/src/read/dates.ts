/** Converts days and timestamps since 1970-01-01 to Dates. */
import { ParquetError } from '@marquetry/core';
import { floorDivide, type KnownTimeUnit, millisPerDay, unitsPerMilli } from '@marquetry/logical';

/**
 * The earliest and latest Date are this many milliseconds before and after 1970 (ECMA-262, "Time Values and Time
 * Range").
 */
const maxDateMillis = 8.64e15;

function dateOf(millis: number): Date {
  if (Math.abs(millis) <= maxDateMillis) return new Date(millis);
  throw new ParquetError(
    'LIMIT',
    `a Date cannot represent ${millis} milliseconds since 1970: read the column with \`values: 'lossless'\``,
  );
}

/** Returns midnight UTC of a day, given as days since 1970-01-01. */
export function dateOfDays(days: number): Date {
  return dateOf(days * millisPerDay);
}

export function dateOfNanos(nanos: bigint): Date {
  return dateOf(Number(floorDivide(nanos, unitsPerMilli.NANOS)));
}

/**
 * Returns a function that converts a timestamp, given as two 32-bit words, to a Date. Fractions of a millisecond are
 * rounded down (towards the past).
 */
export function dateOfWords(unit: KnownTimeUnit): (low: number, high: number) => Date {
  const divisor = unitsPerMilli[unit];
  const numberDivisor = Number(divisor);
  return (low, high) => {
    const value = high * 0x1_0000_0000 + (low >>> 0);
    // Rounding down the quotient gives the correct result: both numbers are exact, and the quotient has enough bits for
    // the fraction.
    if (Number.isSafeInteger(value)) return dateOf(Math.floor(value / numberDivisor));
    return dateOf(Number(floorDivide((BigInt(high) << 32n) | BigInt(low >>> 0), divisor)));
  };
}

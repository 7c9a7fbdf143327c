/**
 * Dates of what counts from 1970-01-01.
 */
import { ParquetError } from '@marquetry/core';

/** Milliseconds that a Date reaches, on either side of 1970 (ECMA-262, "Time Values and Time Range"). */
const maxDateMillis = 8.64e15;

function dateOf(millis: number): Date {
  if (Math.abs(millis) <= maxDateMillis) return new Date(millis);
  throw new ParquetError('LIMIT', `a Date does not reach ${millis} milliseconds from 1970; ask for another form`);
}

/** Midnight UTC of a day. */
export function dateOfDays(days: number): Date {
  return dateOf(days * 86_400_000);
}

export function dateOfNanos(nanos: bigint): Date {
  return dateOf(Number(floorDivide(nanos, partsOfMilli.NANOS)));
}

/** How many of a unit a millisecond is. */
export const partsOfMilli = { MILLIS: 1n, MICROS: 1000n, NANOS: 1_000_000n } as const;

/** Of the words of a timestamp, cut to milliseconds towards the past. */
export function dateOfWords(unit: keyof typeof partsOfMilli): (low: number, high: number) => Date {
  const divisor = partsOfMilli[unit];
  const numberDivisor = Number(divisor);
  return (low, high) => {
    const value = high * 0x1_0000_0000 + (low >>> 0);
    // Quotients of integers that are exact are cut right: 2^53 / 1000 has bits left for the fraction.
    if (Number.isSafeInteger(value)) return dateOf(Math.floor(value / numberDivisor));
    return dateOf(Number(floorDivide((BigInt(high) << 32n) | BigInt(low >>> 0), divisor)));
  };
}

function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient;
}

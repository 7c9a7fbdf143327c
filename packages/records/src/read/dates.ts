/** Converts counts since 1970-01-01 to Dates. */
import { ParquetError } from '@marquetry/core';
import { floorDivide, type KnownTimeUnit, millisPerDay, unitsPerMilli } from '@marquetry/logical';

/** Range of a Date in milliseconds, on either side of 1970 (ECMA-262, "Time Values and Time Range"). */
const maxDateMillis = 8.64e15;

function dateOf(millis: number): Date {
  if (Math.abs(millis) <= maxDateMillis) return new Date(millis);
  throw new ParquetError(
    'LIMIT',
    `a Date cannot represent ${millis} milliseconds from 1970: read the column with \`values: 'lossless'\``,
  );
}

/** Returns midnight UTC of a day. */
export function dateOfDays(days: number): Date {
  return dateOf(days * millisPerDay);
}

export function dateOfNanos(nanos: bigint): Date {
  return dateOf(Number(floorDivide(nanos, unitsPerMilli.NANOS)));
}

/** Converts the words of a timestamp, truncated to milliseconds towards the past. */
export function dateOfWords(unit: KnownTimeUnit): (low: number, high: number) => Date {
  const divisor = unitsPerMilli[unit];
  const numberDivisor = Number(divisor);
  return (low, high) => {
    const value = high * 0x1_0000_0000 + (low >>> 0);
    // The quotient of exact integers rounds down correctly: 2^53 / 1000 leaves enough bits for the fraction.
    if (Number.isSafeInteger(value)) return dateOf(Math.floor(value / numberDivisor));
    return dateOf(Number(floorDivide((BigInt(high) << 32n) | BigInt(low >>> 0), divisor)));
  };
}

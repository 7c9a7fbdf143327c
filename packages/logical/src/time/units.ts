/**
 * Units of TIME and TIMESTAMP (LogicalTypes.md#temporal-types).
 */
import type { TimeUnit } from '@marquetry/metadata';

/** A time unit that the supported version of the format defines. */
export type KnownTimeUnit = Exclude<TimeUnit, 'unknown'>;

/** Number of decimal digits after the seconds, by unit. */
export const fractionDigits: Readonly<Record<KnownTimeUnit, number>> = { MILLIS: 3, MICROS: 6, NANOS: 9 };

/** Number of units per second, by unit. */
export const unitsPerSecond: Readonly<Record<KnownTimeUnit, number>> = {
  MILLIS: 1000,
  MICROS: 1_000_000,
  NANOS: 1_000_000_000,
};

/** Number of units per millisecond, by unit. */
export const unitsPerMilli: Readonly<Record<KnownTimeUnit, bigint>> = { MILLIS: 1n, MICROS: 1000n, NANOS: 1_000_000n };

/** Number of seconds per day. */
export const secondsPerDay = 86_400;
/** Number of milliseconds per day. */
export const millisPerDay = 86_400_000;
/** Number of nanoseconds per day. */
export const nanosPerDay = 86_400_000_000_000n;

/** Returns `value / divisor`, rounded towards minus infinity; `divisor` is positive. */
export function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient;
}

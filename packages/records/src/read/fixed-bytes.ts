/**
 * INT96 and INTERVAL: numbers side by side in twelve bytes, little endian.
 */

/** A calendar interval, as LogicalTypes.md#interval has it: three unsigned 32-bit integers, which do not convert. */
export interface Interval {
  readonly months: number;
  readonly days: number;
  readonly milliseconds: number;
}

export function intervalOf(view: DataView, at: number): Interval {
  return {
    months: view.getUint32(at, true),
    days: view.getUint32(at + 4, true),
    milliseconds: view.getUint32(at + 8, true),
  };
}

/** Julian day of 1970-01-01. */
export const julianEpoch = 2_440_588;
export const dayNanos = 86_400_000_000_000n;

/** Nanoseconds since 1970 of an INT96 timestamp (nanoseconds of the day as int64, Julian day as int32), whatever both are. */
export function int96Nanos(view: DataView, at: number): bigint {
  return BigInt(view.getInt32(at + 8, true) - julianEpoch) * dayNanos + view.getBigInt64(at, true);
}

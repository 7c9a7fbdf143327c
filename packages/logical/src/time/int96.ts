/**
 * INT96 timestamps (deprecated): the nanoseconds within a day and the Julian day, both signed and little endian.
 *
 *   nanoseconds 8 bytes | Julian day 4 bytes
 *
 * The nanoseconds may be negative, or more than a day. Such a value denotes a time on an earlier or later day; a
 * normalized value has 0 to 86,399,999,999,999 nanoseconds.
 */
import { floorDivide, nanosPerDay } from './units.js';

/** Size of an INT96 in bytes. */
export const int96Bytes = 12;

/** The Julian day of 1970-01-01. */
export const julianEpoch = 2_440_588;

/** Reads the Julian day of the INT96 at byte `at`, and returns it as days since 1970-01-01. */
export function int96Days(view: DataView, at: number): number {
  return view.getInt32(at + 8, true) - julianEpoch;
}

/** Reads the INT96 at byte `at`, and returns it as nanoseconds since 1970-01-01, which may exceed 64 bits. */
export function int96Nanos(view: DataView, at: number): bigint {
  return BigInt(int96Days(view, at)) * nanosPerDay + view.getBigInt64(at, true);
}

/**
 * Writes nanoseconds since 1970-01-01 to the 12 bytes that start at `at`, as a normalized INT96. If the Julian day is
 * out of range, returns false without writing.
 */
export function writeInt96(nanos: bigint, view: DataView, at: number): boolean {
  const days = floorDivide(nanos, nanosPerDay);
  const julianDay = days + BigInt(julianEpoch);
  if (julianDay !== BigInt.asIntN(32, julianDay)) return false;
  view.setBigInt64(at, nanos - days * nanosPerDay, true);
  view.setInt32(at + 8, Number(julianDay), true);
  return true;
}

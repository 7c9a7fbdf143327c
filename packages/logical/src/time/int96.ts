/**
 * INT96 timestamps: the nanoseconds of a day and a Julian day, both signed, little endian. Deprecated.
 *
 *   nanoseconds 8 bytes | Julian day 4 bytes
 *
 * Values need not be normalised: nanoseconds beyond a day, or below 0, count into the neighbouring days.
 */
import { floorDivide, nanosPerDay } from './units.js';

/** Size of an INT96 in bytes. */
export const int96Bytes = 12;

/** The Julian day of 1970-01-01. */
export const julianEpoch = 2_440_588;

/** Returns the Julian day of the INT96 at `at` as days since 1970-01-01. */
export function int96Days(view: DataView, at: number): number {
  return view.getInt32(at + 8, true) - julianEpoch;
}

/** Returns the nanoseconds since 1970-01-01 of any INT96 at `at`. They may exceed 64 bits. */
export function int96Nanos(view: DataView, at: number): bigint {
  return BigInt(int96Days(view, at)) * nanosPerDay + view.getBigInt64(at, true);
}

/**
 * Writes nanoseconds since 1970-01-01 as a normalised INT96 at `at`. Returns false, without writing, if the day is
 * out of range.
 */
export function writeInt96(nanos: bigint, view: DataView, at: number): boolean {
  const days = floorDivide(nanos, nanosPerDay);
  const julianDay = days + BigInt(julianEpoch);
  if (julianDay !== BigInt.asIntN(32, julianDay)) return false;
  view.setBigInt64(at, nanos - days * nanosPerDay, true);
  view.setInt32(at + 8, Number(julianDay), true);
  return true;
}

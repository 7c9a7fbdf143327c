/**
 * INTERVAL: three unsigned 32-bit integers, little endian (LogicalTypes.md#interval). It has no order.
 *
 *   months 4 bytes | days 4 bytes | milliseconds 4 bytes
 */

/** Size of an INTERVAL in bytes. */
export const intervalBytes = 12;

/** A calendar interval. Its parts cannot be converted to each other, because months and days vary in length. */
export interface Interval {
  /** Number of months. Months, days and milliseconds are integers from 0 to 2^32 - 1. */
  readonly months: number;
  readonly days: number;
  readonly milliseconds: number;
}

/** Reads the INTERVAL in the 12 bytes that start at `at`. */
export function readInterval(view: DataView, at: number): Interval {
  return {
    months: view.getUint32(at, true),
    days: view.getUint32(at + 4, true),
    milliseconds: view.getUint32(at + 8, true),
  };
}

/** Writes an INTERVAL to the 12 bytes that start at `at`. Each part must be an integer from 0 to 2^32 - 1. */
export function writeInterval(view: DataView, at: number, { months, days, milliseconds }: Interval): void {
  view.setUint32(at, months, true);
  view.setUint32(at + 4, days, true);
  view.setUint32(at + 8, milliseconds, true);
}

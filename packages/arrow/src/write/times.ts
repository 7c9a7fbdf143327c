/**
 * Converts times in units that Parquet does not have, copying the values: seconds become milliseconds, and dates in
 * milliseconds become days.
 */
import { type FixedValues, PhysicalType } from '@marquetry/core';
import { millisPerDay } from '@marquetry/logical';
import { type Entries, isValid, misfit } from '../entries.js';

/**
 * Converts times of day from seconds to milliseconds.
 * @throws ParquetError LIMIT, naming the row, if the milliseconds exceed 32 bits.
 */
export function secondsToMillis32(seconds: Int32Array, length: number, entries: Entries): FixedValues {
  const data = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const millis = (seconds[i] as number) * 1000;
    data[i] = millis;
    if (data[i] !== millis && isValid(entries, i)) {
      throw misfit('LIMIT', entries, i, `${seconds[i]} seconds, converted to milliseconds, exceed 32 bits`);
    }
  }
  return { layout: 'fixed', type: PhysicalType.INT32, width: 4, length, data };
}

/**
 * Converts timestamps from seconds to milliseconds.
 * @throws ParquetError LIMIT, naming the row, if the milliseconds exceed 64 bits.
 */
export function secondsToMillis64(seconds: BigInt64Array, length: number, entries: Entries): FixedValues {
  const data = new BigInt64Array(length);
  for (let i = 0; i < length; i++) {
    const millis = (seconds[i] as bigint) * 1000n;
    data[i] = millis;
    if (data[i] !== millis && isValid(entries, i)) {
      throw misfit('LIMIT', entries, i, `${seconds[i]} seconds, converted to milliseconds, exceed 64 bits`);
    }
  }
  return { layout: 'fixed', type: PhysicalType.INT64, width: 8, length, data };
}

/**
 * Converts dates from milliseconds to days.
 * @throws ParquetError INVALID_ARGUMENT, naming the row, for a date with a time of day, or beyond 2^53 milliseconds.
 */
export function millisToDays(millis: BigInt64Array, length: number, entries: Entries): FixedValues {
  const words = new Int32Array(millis.buffer, millis.byteOffset, 2 * length);
  const data = new Int32Array(length);
  for (let i = 0; i < length; i++) {
    const days = ((words[2 * i + 1] as number) * 2 ** 32 + ((words[2 * i] as number) >>> 0)) / millisPerDay;
    data[i] = days;
    if ((data[i] !== days || Math.abs(days) > 2 ** 26) && isValid(entries, i)) {
      throw misfit(
        'INVALID_ARGUMENT',
        entries,
        i,
        `${millis[i]} milliseconds are not a whole number of days: use a Timestamp`,
      );
    }
  }
  return { layout: 'fixed', type: PhysicalType.INT32, width: 4, length, data };
}

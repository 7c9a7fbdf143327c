/**
 * Converts INT96 to nanoseconds since 1970. An INT96 has the nanoseconds of the day in 8 bytes, then the Julian day in
 * 4 bytes, both little endian (LogicalTypes.md, deprecated timestamps).
 */
import { int96Days, nanosPerDay } from '@marquetry/logical';
import { TimestampNanosecond } from 'apache-arrow';
import { type Entries, isValid, misfit } from '../entries.js';
import type { LeafForm } from './leaf-form.js';
import { inStrides } from './strides.js';

const dayNanos = Number(nanosPerDay);
/**
 * The nanoseconds of a day, as two 32-bit words. The product of the low word and a number of days is exact in a double
 * for fewer than 2^21 days, and 64-bit nanoseconds cannot represent more days than that.
 */
const dayHigh: number = Math.floor(dayNanos / 2 ** 32);
const dayLow: number = dayNanos - dayHigh * 2 ** 32;
const mostDays = 2 ** 20;

/**
 * Returns the conversion of INT96 to 64-bit timestamps, which copies the values. Such timestamps can represent the
 * years 1677 to 2262; other values throw LIMIT.
 */
export function int96Form(): LeafForm {
  return {
    type: new TimestampNanosecond(),
    *buffersOf(values, entries) {
      const { data, length } = values;
      const nanos = new BigInt64Array(length);
      const source = new DataView(data.buffer, data.byteOffset);
      const target = new Int32Array(nanos.buffer);
      yield* inStrides(length, (from, to) => convert(source, target, entries, from, to));
      return { values: nanos };
    },
  };
}

function convert(source: DataView, target: Int32Array, entries: Entries, first: number, end: number): void {
  for (let i = first; i < end; i++) {
    const days = int96Days(source, 12 * i);
    const low = days * dayLow + source.getUint32(12 * i, true);
    const carry = Math.floor(low / 2 ** 32);
    const high = days * dayHigh + source.getInt32(12 * i + 4, true) + carry;
    if (Math.abs(days) < mostDays && high >= -(2 ** 31) && high < 2 ** 31) {
      target[2 * i] = low - carry * 2 ** 32;
      target[2 * i + 1] = high;
    } else if (isValid(entries, i)) {
      const what =
        'the INT96 timestamp exceeds 64 bits in nanoseconds: select its column with `physical` to get the bytes';
      throw misfit('LIMIT', entries, i, what);
    }
  }
}

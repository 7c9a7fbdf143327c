/**
 * Converts Arrow's intervals to INTERVAL, copying the values. An INTERVAL has months, days and milliseconds as unsigned
 * 32-bit integers (LogicalTypes.md#interval).
 */
import { type FixedValues, PhysicalType } from '@marquetry/core';
import { intervalBytes, writeInterval } from '@marquetry/logical';
import { type Interval, IntervalUnit } from 'apache-arrow';
import { type Entries, isValid, misfit } from '../entries.js';
import type { FixedData } from './fixed-data.js';

/**
 * Returns the values as INTERVAL.
 * @throws ParquetError LIMIT, naming the row, for negative numbers, for fractions of milliseconds, and for 2^32 or more
 * milliseconds.
 */
export function intervalValues({ type, length, values }: FixedData<Interval>, entries: Entries): FixedValues {
  const data = new Uint8Array(intervalBytes * length);
  const target = new DataView(data.buffer);
  const partsOf = parts[type.unit];
  for (let i = 0; i < length; i++) {
    const [months, days, millis] = partsOf(values as Int32Array, i);
    if (isCount(months) && isCount(days) && isCount(millis)) {
      writeInterval(target, intervalBytes * i, { months, days, milliseconds: millis });
    } else if (isValid(entries, i)) {
      const what = `INTERVAL cannot represent ${months} months, ${days} days and ${millis} milliseconds`;
      throw misfit('LIMIT', entries, i, what);
    }
  }
  return { layout: 'fixed', type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: intervalBytes, length, data };
}

type Parts = readonly [months: number, days: number, millis: number];

const parts: Readonly<Record<IntervalUnit, (values: Int32Array, i: number) => Parts>> = {
  [IntervalUnit.YEAR_MONTH]: (values, i) => [values[i] as number, 0, 0],
  [IntervalUnit.DAY_TIME]: (values, i) => [0, values[2 * i] as number, values[2 * i + 1] as number],
  [IntervalUnit.MONTH_DAY_NANO]: (values, i) => {
    const nanos = (values[4 * i + 3] as number) * 2 ** 32 + ((values[4 * i + 2] as number) >>> 0);
    // The conversion to a JavaScript number rounds only above 2^53 nanoseconds. Such a time exceeds the limit of 2^32
    // milliseconds.
    return [values[4 * i] as number, values[4 * i + 1] as number, nanos / 1e6];
  },
};

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 32;
}

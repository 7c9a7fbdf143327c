/**
 * Converts INTERVAL to Arrow's intervals. INTERVAL has three unsigned integers (LogicalTypes.md#interval); Arrow has
 * signed months, days and nanoseconds.
 */
import { intervalBytes, readInterval } from '@marquetry/logical';
import { IntervalMonthDayNano } from 'apache-arrow';
import { type Entries, isValid, misfit } from '../entries.js';
import type { LeafForm } from './leaf-form.js';
import { inStrides } from './strides.js';

/** Returns the conversion of INTERVAL, which copies the values. Values of 2^31 or more months or days throw LIMIT. */
export function intervalForm(): LeafForm {
  return {
    type: new IntervalMonthDayNano(),
    *buffersOf({ data, length }, entries) {
      const source = new DataView(data.buffer, data.byteOffset);
      const target = new Int32Array(4 * length);
      yield* inStrides(length, (from, to) => convert(source, target, entries, from, to));
      return { values: target };
    },
  };
}

function convert(source: DataView, target: Int32Array, entries: Entries, first: number, end: number): void {
  for (let i = first; i < end; i++) {
    const { months, days, milliseconds } = readInterval(source, intervalBytes * i);
    if ((months >= 2 ** 31 || days >= 2 ** 31) && isValid(entries, i)) {
      const what = 'the INTERVAL has 2^31 or more months or days: select its column with `physical` to get the bytes';
      throw misfit('LIMIT', entries, i, what);
    }
    // The number of nanoseconds is exact as a double, because it is below 2^53.
    const nanos = milliseconds * 1e6;
    const high = Math.floor(nanos / 2 ** 32);
    target[4 * i] = months;
    target[4 * i + 1] = days;
    target[4 * i + 2] = nanos - high * 2 ** 32;
    target[4 * i + 3] = high;
  }
}

/**
 * Bounds of INT96 timestamps: by days, the last 4 bytes, then by nanoseconds, the first 8; both signed.
 * Only INT96_TIMESTAMP_ORDER has them (parquet.thrift `ColumnOrder`).
 */
import { readInt32 } from '@marquetry/bit-io';
import { bytesOf } from '@marquetry/core';
import { type Bounds, noBounds, type ValueOrder } from './bounds.js';

export const int96Order: ValueOrder = {
  hasNans: false,
  shortens: 'not',
  compare: compareTimestamps,
  scan(values, from, to): Bounds {
    if (from >= to || values.layout !== 'fixed') return noBounds;
    const bytes = bytesOf(values.data);
    let min = bytes.subarray(12 * from, 12 * from + 12);
    let max = min;
    for (let i = from + 1; i < to; i++) {
      const value = bytes.subarray(12 * i, 12 * i + 12);
      if (compareTimestamps(value, min) < 0) min = value;
      else if (compareTimestamps(value, max) > 0) max = value;
    }
    return { min: min.slice(), max: max.slice(), nanCount: 0 };
  },
};

function compareTimestamps(a: Uint8Array, b: Uint8Array): number {
  return (
    readInt32(a, 8) - readInt32(b, 8) ||
    readInt32(a, 4) - readInt32(b, 4) ||
    (readInt32(a, 0) >>> 0) - (readInt32(b, 0) >>> 0)
  );
}

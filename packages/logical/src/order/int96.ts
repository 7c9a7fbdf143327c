/**
 * INT96_TIMESTAMP_ORDER: compares the Julian days (the last 4 bytes) and, if they are equal, the nanoseconds (the first
 * 8 bytes). Both are signed (parquet.thrift `ColumnOrder`). INT96 has no TYPE_ORDER.
 */
import { readInt32 } from '@marquetry/bit-io';
import { int96Bytes } from '../time/int96.js';
import { scanViews } from './byte-arrays.js';
import type { ValueOrder } from './value-order.js';

export const int96Order: ValueOrder = {
  kind: 'INT96_TIMESTAMP_ORDER',
  hasNans: false,
  shortens: 'not',
  scan: (values, from, to) => scanViews(values, from, to, compareTimestamps),
  compare: compareTimestamps,
  compareNumbers: compareTimestamps,
  accepts: (bound) => bound.length === int96Bytes,
  isNan: () => false,
};

function compareTimestamps(a: Uint8Array, b: Uint8Array): number {
  return (
    readInt32(a, 8) - readInt32(b, 8) ||
    readInt32(a, 4) - readInt32(b, 4) ||
    (readInt32(a, 0) >>> 0) - (readInt32(b, 0) >>> 0)
  );
}

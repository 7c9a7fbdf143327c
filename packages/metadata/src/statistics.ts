/** Minimum, maximum and counts of the values in a page or chunk (parquet.thrift `Statistics`). */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { binaryField, boolField, i64Field, type Mutable } from './fields.js';
import { putBinary, putBool, putI64 } from './put.js';

/**
 * Statistics as stored. Bounds are PLAIN values (byte arrays without their length) and share memory with the input
 * bytes. Absent counts are unknown, not 0. Whether the bounds may be used depends on the column order and the logical
 * type.
 */
export interface Statistics {
  /** The deprecated maximum. It was computed in signed order, regardless of the type. */
  readonly max?: Uint8Array;
  /** The deprecated minimum. It was computed in signed order, regardless of the type. */
  readonly min?: Uint8Array;
  readonly nullCount?: number;
  readonly distinctCount?: number;
  /** Upper bound of the values in the column's order. */
  readonly maxValue?: Uint8Array;
  /** Lower bound of the values in the column's order. */
  readonly minValue?: Uint8Array;
  /** True if `maxValue` occurs in the column, false if it is only a bound above all values. */
  readonly isMaxValueExact?: boolean;
  /** True if `minValue` occurs in the column, false if it is only a bound below all values. */
  readonly isMinValueExact?: boolean;
  readonly nanCount?: number;
}

export function parseStatistics(reader: CompactReader): Statistics {
  const statistics: Mutable<Statistics> = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        statistics.max = binaryField(reader, 'Statistics.max');
        break;
      case 2:
        statistics.min = binaryField(reader, 'Statistics.min');
        break;
      case 3:
        statistics.nullCount = i64Field(reader, 'Statistics.nullCount');
        break;
      case 4:
        statistics.distinctCount = i64Field(reader, 'Statistics.distinctCount');
        break;
      case 5:
        statistics.maxValue = binaryField(reader, 'Statistics.maxValue');
        break;
      case 6:
        statistics.minValue = binaryField(reader, 'Statistics.minValue');
        break;
      case 7:
        statistics.isMaxValueExact = boolField(reader, 'Statistics.isMaxValueExact');
        break;
      case 8:
        statistics.isMinValueExact = boolField(reader, 'Statistics.isMinValueExact');
        break;
      case 9:
        statistics.nanCount = i64Field(reader, 'Statistics.nanCount');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  return statistics;
}

export function putStatistics(writer: CompactWriter, statistics: Statistics): void {
  const outer = writer.beginStruct();
  putBinary(writer, 1, statistics.max);
  putBinary(writer, 2, statistics.min);
  putI64(writer, 3, statistics.nullCount);
  putI64(writer, 4, statistics.distinctCount);
  putBinary(writer, 5, statistics.maxValue);
  putBinary(writer, 6, statistics.minValue);
  putBool(writer, 7, statistics.isMaxValueExact);
  putBool(writer, 8, statistics.isMinValueExact);
  putI64(writer, 9, statistics.nanCount);
  writer.endStruct(outer);
}

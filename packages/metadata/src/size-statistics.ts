/** Sizes of the values in a chunk or page, and histograms of its levels (parquet.thrift `SizeStatistics`). */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { i64Field, i64List, type Mutable } from './fields.js';
import { putI64, putI64List } from './put.js';

/** Sizes of the values in a chunk or page, and histograms of its levels. */
export interface SizeStatistics {
  /**
   * Total size of the BYTE_ARRAY values before encoding, without their lengths, in bytes. A dictionary entry counts
   * once for each use.
   */
  readonly unencodedByteArrayDataBytes?: number;
  /** How often each repetition level occurs, starting with level 0. */
  readonly repetitionLevelHistogram?: readonly number[];
  /** How often each definition level occurs, starting with level 0. */
  readonly definitionLevelHistogram?: readonly number[];
}

export function parseSizeStatistics(reader: CompactReader): SizeStatistics {
  const statistics: Mutable<SizeStatistics> = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        statistics.unencodedByteArrayDataBytes = i64Field(reader, 'SizeStatistics.unencodedByteArrayDataBytes');
        break;
      case 2:
        statistics.repetitionLevelHistogram = i64List(reader, 'SizeStatistics.repetitionLevelHistogram');
        break;
      case 3:
        statistics.definitionLevelHistogram = i64List(reader, 'SizeStatistics.definitionLevelHistogram');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  return statistics;
}

export function putSizeStatistics(writer: CompactWriter, statistics: SizeStatistics): void {
  const outer = writer.beginStruct();
  putI64(writer, 1, statistics.unencodedByteArrayDataBytes);
  putI64List(writer, 2, statistics.repetitionLevelHistogram);
  putI64List(writer, 3, statistics.definitionLevelHistogram);
  writer.endStruct(outer);
}

/**
 * Headers of data pages, v1 and v2 (parquet.thrift `DataPageHeader`, `DataPageHeaderV2`).
 */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { boolField, count32Field, i32Field, type Mutable, required, structField } from './fields.js';
import { putBool, putI32, putStruct } from './put.js';
import { parseStatistics, putStatistics, type Statistics } from './statistics.js';

/** The header of a v1 data page. */
export interface DataPageHeader {
  /** Number of values in the page, including nulls. Never negative. */
  readonly numValues: number;
  /** Encoding of the values; may be any int32. */
  readonly encoding: number;
  readonly definitionLevelEncoding: number;
  readonly repetitionLevelEncoding: number;
  readonly statistics?: Statistics;
}

/**
 * The header of a v2 data page. Counts and lengths are never negative. Whether they agree with each other is checked
 * when the page is read.
 */
export interface DataPageHeaderV2 {
  /** Number of values in the page, including nulls. */
  readonly numValues: number;
  /** Number of nulls: entries whose definition level is below the maximum. */
  readonly numNulls: number;
  readonly numRows: number;
  /** Encoding of the values; may be any int32. */
  readonly encoding: number;
  /** Size in bytes of the definition levels, which are stored after the repetition levels. */
  readonly definitionLevelsByteLength: number;
  /** Size in bytes of the repetition levels. */
  readonly repetitionLevelsByteLength: number;
  /**
   * False if the values are stored uncompressed although the chunk has a codec. If absent, the values are compressed.
   */
  readonly isCompressed?: boolean;
  readonly statistics?: Statistics;
}

export function parseDataPageHeader(reader: CompactReader, withStatistics: boolean): DataPageHeader {
  let numValues: number | undefined;
  let encoding: number | undefined;
  let definitionLevelEncoding: number | undefined;
  let repetitionLevelEncoding: number | undefined;
  let statistics: Statistics | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        numValues = count32Field(reader, 'DataPageHeader.numValues');
        break;
      case 2:
        encoding = i32Field(reader, 'DataPageHeader.encoding');
        break;
      case 3:
        definitionLevelEncoding = i32Field(reader, 'DataPageHeader.definitionLevelEncoding');
        break;
      case 4:
        repetitionLevelEncoding = i32Field(reader, 'DataPageHeader.repetitionLevelEncoding');
        break;
      case 5:
        if (withStatistics) statistics = structField(reader, 'DataPageHeader.statistics', parseStatistics);
        else reader.skipField();
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  const header: Mutable<DataPageHeader> = {
    numValues: required(numValues, reader, 'DataPageHeader.numValues'),
    encoding: required(encoding, reader, 'DataPageHeader.encoding'),
    definitionLevelEncoding: required(definitionLevelEncoding, reader, 'DataPageHeader.definitionLevelEncoding'),
    repetitionLevelEncoding: required(repetitionLevelEncoding, reader, 'DataPageHeader.repetitionLevelEncoding'),
  };
  if (statistics !== undefined) header.statistics = statistics;
  return header;
}

export function putDataPageHeader(writer: CompactWriter, header: DataPageHeader): void {
  const outer = writer.beginStruct();
  putI32(writer, 1, header.numValues);
  putI32(writer, 2, header.encoding);
  putI32(writer, 3, header.definitionLevelEncoding);
  putI32(writer, 4, header.repetitionLevelEncoding);
  putStruct(writer, 5, header.statistics, putStatistics);
  writer.endStruct(outer);
}

export function parseDataPageHeaderV2(reader: CompactReader, withStatistics: boolean): DataPageHeaderV2 {
  let numValues: number | undefined;
  let numNulls: number | undefined;
  let numRows: number | undefined;
  let encoding: number | undefined;
  let definitionLevelsByteLength: number | undefined;
  let repetitionLevelsByteLength: number | undefined;
  let isCompressed: boolean | undefined;
  let statistics: Statistics | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        numValues = count32Field(reader, 'DataPageHeaderV2.numValues');
        break;
      case 2:
        numNulls = count32Field(reader, 'DataPageHeaderV2.numNulls');
        break;
      case 3:
        numRows = count32Field(reader, 'DataPageHeaderV2.numRows');
        break;
      case 4:
        encoding = i32Field(reader, 'DataPageHeaderV2.encoding');
        break;
      case 5:
        definitionLevelsByteLength = count32Field(reader, 'DataPageHeaderV2.definitionLevelsByteLength');
        break;
      case 6:
        repetitionLevelsByteLength = count32Field(reader, 'DataPageHeaderV2.repetitionLevelsByteLength');
        break;
      case 7:
        isCompressed = boolField(reader, 'DataPageHeaderV2.isCompressed');
        break;
      case 8:
        if (withStatistics) statistics = structField(reader, 'DataPageHeaderV2.statistics', parseStatistics);
        else reader.skipField();
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  const header: Mutable<DataPageHeaderV2> = {
    numValues: required(numValues, reader, 'DataPageHeaderV2.numValues'),
    numNulls: required(numNulls, reader, 'DataPageHeaderV2.numNulls'),
    numRows: required(numRows, reader, 'DataPageHeaderV2.numRows'),
    encoding: required(encoding, reader, 'DataPageHeaderV2.encoding'),
    definitionLevelsByteLength: required(
      definitionLevelsByteLength,
      reader,
      'DataPageHeaderV2.definitionLevelsByteLength',
    ),
    repetitionLevelsByteLength: required(
      repetitionLevelsByteLength,
      reader,
      'DataPageHeaderV2.repetitionLevelsByteLength',
    ),
  };
  if (isCompressed !== undefined) header.isCompressed = isCompressed;
  if (statistics !== undefined) header.statistics = statistics;
  return header;
}

export function putDataPageHeaderV2(writer: CompactWriter, header: DataPageHeaderV2): void {
  const outer = writer.beginStruct();
  putI32(writer, 1, header.numValues);
  putI32(writer, 2, header.numNulls);
  putI32(writer, 3, header.numRows);
  putI32(writer, 4, header.encoding);
  putI32(writer, 5, header.definitionLevelsByteLength);
  putI32(writer, 6, header.repetitionLevelsByteLength);
  putBool(writer, 7, header.isCompressed);
  putStruct(writer, 8, header.statistics, putStatistics);
  writer.endStruct(outer);
}

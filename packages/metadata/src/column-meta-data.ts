/** The contents and location of a column chunk (parquet.thrift `ColumnMetaData`). */

import { type CompactReader, CompactWriter, WireType } from '@marquetry/thrift';
import {
  count64Field,
  i32Field,
  i32List,
  i64Field,
  listField,
  type Mutable,
  nameList,
  required,
  structField,
} from './fields.js';
import {
  type GeospatialStatistics,
  parseGeospatialStatistics,
  putGeospatialStatistics,
} from './geospatial-statistics.js';
import { type KeyValue, keyValueList, putKeyValue } from './key-value.js';
import { type ReadOptions, readerOf } from './options.js';
import { type PageEncodingStats, parsePageEncodingStats, putPageEncodingStats } from './page-encoding-stats.js';
import { putI32, putI32List, putI64, putList, putStringList, putStruct } from './put.js';
import { parseSizeStatistics, putSizeStatistics, type SizeStatistics } from './size-statistics.js';
import { parseStatistics, putStatistics, type Statistics } from './statistics.js';

/**
 * The contents and location of a column chunk. Counts and sizes are never negative. Offsets and lengths are as stored;
 * some writers store 0 instead of omitting them.
 */
export interface ColumnMetaData {
  /** The type of the column's values: a `PhysicalType`, as stored. */
  readonly type: number;
  /**
   * The encodings used in the chunk, including those of levels. Some writers leave this list empty. The encodings of a
   * page are those in its header.
   */
  readonly encodings: readonly number[];
  /** The path of the column: the names of all schema nodes from below the root to the leaf. */
  readonly pathInSchema: readonly string[];
  /** Id of the compression codec, as stored. */
  readonly codec: number;
  /** Number of values in the chunk, including nulls. */
  readonly numValues: number;
  /** Total size of the pages before compression, including headers, in bytes. */
  readonly totalUncompressedSize: number;
  /**
   * Total size of the pages as stored, including headers, in bytes. Some writers do not count the header of the
   * dictionary page.
   */
  readonly totalCompressedSize: number;
  readonly keyValueMetadata?: readonly KeyValue[];
  /** File offset of the first data page. Some writers store the offset of the dictionary page in this field. */
  readonly dataPageOffset: number;
  readonly indexPageOffset?: number;
  /** File offset of the dictionary page. Some writers store 0 if there is no dictionary page. */
  readonly dictionaryPageOffset?: number;
  readonly statistics?: Statistics;
  readonly encodingStats?: readonly PageEncodingStats[];
  /** File offset of the Bloom filter's header. */
  readonly bloomFilterOffset?: number;
  /** Size of the Bloom filter, including its header, in bytes. */
  readonly bloomFilterLength?: number;
  readonly sizeStatistics?: SizeStatistics;
  readonly geospatialStatistics?: GeospatialStatistics;
}

/**
 * Reads the ColumnMetaData at the start of `bytes`. An encrypted column stores this struct separately; decrypt its
 * bytes first.
 *
 * @throws ParquetError TRUNCATED, CORRUPT (with the name of the field) or LIMIT.
 */
export function readColumnMetaData(bytes: Uint8Array, options: ReadOptions = {}): ColumnMetaData {
  const reader = readerOf(bytes, 0, options, 'column metadata', 'footerBytes');
  return parseColumnMetaData(reader, options.statistics !== false);
}

/** Encodes a ColumnMetaData on its own, as encrypted columns store it (before encryption). */
export function writeColumnMetaData(metadata: ColumnMetaData): Uint8Array<ArrayBuffer> {
  const writer = new CompactWriter();
  putColumnMetaData(writer, metadata);
  return writer.finish();
}

/** Heap bytes per entry of `encodingStats`. */
const encodingStatsBytes = 48;

export function parseColumnMetaData(reader: CompactReader, withStatistics: boolean): ColumnMetaData {
  // Local variables and one object literal are fastest, because engines copy an object repeatedly as its fields are
  // added.
  let type: number | undefined;
  let encodings: number[] | undefined;
  let pathInSchema: string[] | undefined;
  let codec: number | undefined;
  let numValues: number | undefined;
  let totalUncompressedSize: number | undefined;
  let totalCompressedSize: number | undefined;
  let keyValueMetadata: KeyValue[] | undefined;
  let dataPageOffset: number | undefined;
  let indexPageOffset: number | undefined;
  let dictionaryPageOffset: number | undefined;
  let statistics: Statistics | undefined;
  let encodingStats: PageEncodingStats[] | undefined;
  let bloomFilterOffset: number | undefined;
  let bloomFilterLength: number | undefined;
  let sizeStatistics: SizeStatistics | undefined;
  let geospatialStatistics: GeospatialStatistics | undefined;
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        type = i32Field(reader, 'ColumnMetaData.type');
        break;
      case 2:
        encodings = i32List(reader, 'ColumnMetaData.encodings');
        break;
      case 3:
        pathInSchema = nameList(reader, 'ColumnMetaData.pathInSchema');
        break;
      case 4:
        codec = i32Field(reader, 'ColumnMetaData.codec');
        break;
      case 5:
        numValues = count64Field(reader, 'ColumnMetaData.numValues');
        break;
      case 6:
        totalUncompressedSize = count64Field(reader, 'ColumnMetaData.totalUncompressedSize');
        break;
      case 7:
        totalCompressedSize = count64Field(reader, 'ColumnMetaData.totalCompressedSize');
        break;
      case 8:
        keyValueMetadata = keyValueList(reader, 'ColumnMetaData.keyValueMetadata');
        break;
      case 9:
        dataPageOffset = i64Field(reader, 'ColumnMetaData.dataPageOffset');
        break;
      case 10:
        indexPageOffset = i64Field(reader, 'ColumnMetaData.indexPageOffset');
        break;
      case 11:
        dictionaryPageOffset = i64Field(reader, 'ColumnMetaData.dictionaryPageOffset');
        break;
      case 12:
        if (withStatistics) statistics = structField(reader, 'ColumnMetaData.statistics', parseStatistics);
        else reader.skipField();
        break;
      case 13:
        encodingStats = listField(
          reader,
          'ColumnMetaData.encodingStats',
          WireType.STRUCT,
          encodingStatsBytes,
          parsePageEncodingStats,
        );
        break;
      case 14:
        bloomFilterOffset = i64Field(reader, 'ColumnMetaData.bloomFilterOffset');
        break;
      case 15:
        // Dremio stored a list under this id before the format defined it.
        if (reader.type === WireType.I32) bloomFilterLength = reader.readI32();
        else reader.skipField();
        break;
      case 16:
        if (withStatistics) {
          sizeStatistics = structField(reader, 'ColumnMetaData.sizeStatistics', parseSizeStatistics);
        } else reader.skipField();
        break;
      case 17:
        if (withStatistics) {
          geospatialStatistics = structField(reader, 'ColumnMetaData.geospatialStatistics', parseGeospatialStatistics);
        } else reader.skipField();
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  const column: Mutable<ColumnMetaData> = {
    type: required(type, reader, 'ColumnMetaData.type'),
    encodings: required(encodings, reader, 'ColumnMetaData.encodings'),
    pathInSchema: required(pathInSchema, reader, 'ColumnMetaData.pathInSchema'),
    codec: required(codec, reader, 'ColumnMetaData.codec'),
    numValues: required(numValues, reader, 'ColumnMetaData.numValues'),
    totalUncompressedSize: required(totalUncompressedSize, reader, 'ColumnMetaData.totalUncompressedSize'),
    totalCompressedSize: required(totalCompressedSize, reader, 'ColumnMetaData.totalCompressedSize'),
    dataPageOffset: required(dataPageOffset, reader, 'ColumnMetaData.dataPageOffset'),
  };
  if (keyValueMetadata !== undefined) column.keyValueMetadata = keyValueMetadata;
  if (indexPageOffset !== undefined) column.indexPageOffset = indexPageOffset;
  if (dictionaryPageOffset !== undefined) column.dictionaryPageOffset = dictionaryPageOffset;
  if (statistics !== undefined) column.statistics = statistics;
  if (encodingStats !== undefined) column.encodingStats = encodingStats;
  if (bloomFilterOffset !== undefined) column.bloomFilterOffset = bloomFilterOffset;
  if (bloomFilterLength !== undefined) column.bloomFilterLength = bloomFilterLength;
  if (sizeStatistics !== undefined) column.sizeStatistics = sizeStatistics;
  if (geospatialStatistics !== undefined) column.geospatialStatistics = geospatialStatistics;
  return column;
}

export function putColumnMetaData(writer: CompactWriter, column: ColumnMetaData): void {
  const outer = writer.beginStruct();
  putI32(writer, 1, column.type);
  putI32List(writer, 2, column.encodings);
  putStringList(writer, 3, column.pathInSchema);
  putI32(writer, 4, column.codec);
  putI64(writer, 5, column.numValues);
  putI64(writer, 6, column.totalUncompressedSize);
  putI64(writer, 7, column.totalCompressedSize);
  putList(writer, 8, WireType.STRUCT, column.keyValueMetadata, putKeyValue);
  putI64(writer, 9, column.dataPageOffset);
  putI64(writer, 10, column.indexPageOffset);
  putI64(writer, 11, column.dictionaryPageOffset);
  putStruct(writer, 12, column.statistics, putStatistics);
  putList(writer, 13, WireType.STRUCT, column.encodingStats, putPageEncodingStats);
  putI64(writer, 14, column.bloomFilterOffset);
  putI32(writer, 15, column.bloomFilterLength);
  putStruct(writer, 16, column.sizeStatistics, putSizeStatistics);
  putStruct(writer, 17, column.geospatialStatistics, putGeospatialStatistics);
  writer.endStruct(outer);
}

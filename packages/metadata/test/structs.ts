/** parquet.thrift as a table. The tests use it to write and read every struct through Apache Thrift. */

export type FieldType =
  | 'bool'
  | 'i8'
  | 'i16'
  | 'i32'
  | 'count32'
  | 'i64'
  | 'count64'
  | 'double'
  | 'binary'
  | 'string'
  | 'timeUnit'
  | { readonly list: FieldType }
  | { readonly struct: string }
  | { readonly union: string };

export interface Field {
  readonly id: number;
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
}

/** Describes a struct: `name! type` is a required field, `name type` an optional one. Field ids ascend from 1. */
function struct(...fields: [name: string, type: FieldType][]): Field[] {
  return fields.map(([name, type], index) => ({
    id: index + 1,
    name: name.replace('!', ''),
    type,
    required: name.endsWith('!'),
  }));
}

const statistics: [string, FieldType] = ['statistics', { struct: 'Statistics' }];
const aes: [string, FieldType][] = [
  ['aadPrefix', 'binary'],
  ['aadFileUnique', 'binary'],
  ['supplyAadPrefix', 'bool'],
];
const keyValues: FieldType = { list: { struct: 'KeyValue' } };

export const structs: Readonly<Record<string, readonly Field[]>> = {
  PageHeader: struct(
    ['type!', 'i32'],
    ['uncompressedPageSize!', 'count32'],
    ['compressedPageSize!', 'count32'],
    ['crc', 'i32'],
    ['dataPageHeader', { struct: 'DataPageHeader' }],
    ['indexPageHeader', { struct: 'Empty' }],
    ['dictionaryPageHeader', { struct: 'DictionaryPageHeader' }],
    ['dataPageHeaderV2', { struct: 'DataPageHeaderV2' }],
  ),
  DataPageHeader: struct(
    ['numValues!', 'count32'],
    ['encoding!', 'i32'],
    ['definitionLevelEncoding!', 'i32'],
    ['repetitionLevelEncoding!', 'i32'],
    statistics,
  ),
  Empty: [],
  DictionaryPageHeader: struct(['numValues!', 'count32'], ['encoding!', 'i32'], ['isSorted', 'bool']),
  DataPageHeaderV2: struct(
    ['numValues!', 'count32'],
    ['numNulls!', 'count32'],
    ['numRows!', 'count32'],
    ['encoding!', 'i32'],
    ['definitionLevelsByteLength!', 'count32'],
    ['repetitionLevelsByteLength!', 'count32'],
    ['isCompressed', 'bool'],
    statistics,
  ),
  Statistics: struct(
    ['max', 'binary'],
    ['min', 'binary'],
    ['nullCount', 'i64'],
    ['distinctCount', 'i64'],
    ['maxValue', 'binary'],
    ['minValue', 'binary'],
    ['isMaxValueExact', 'bool'],
    ['isMinValueExact', 'bool'],
    ['nanCount', 'i64'],
  ),
  SizeStatistics: struct(
    ['unencodedByteArrayDataBytes', 'i64'],
    ['repetitionLevelHistogram', { list: 'i64' }],
    ['definitionLevelHistogram', { list: 'i64' }],
  ),
  BoundingBox: struct(
    ['xmin!', 'double'],
    ['xmax!', 'double'],
    ['ymin!', 'double'],
    ['ymax!', 'double'],
    ['zmin', 'double'],
    ['zmax', 'double'],
    ['mmin', 'double'],
    ['mmax', 'double'],
  ),
  GeospatialStatistics: struct(['bbox', { struct: 'BoundingBox' }], ['geospatialTypes', { list: 'i32' }]),
  PageEncodingStats: struct(['pageType!', 'i32'], ['encoding!', 'i32'], ['count!', 'i32']),
  KeyValue: struct(['key!', 'string'], ['value', 'string']),
  SortingColumn: struct(['columnIdx!', 'i32'], ['descending!', 'bool'], ['nullsFirst!', 'bool']),
  ColumnMetaData: struct(
    ['type!', 'i32'],
    ['encodings!', { list: 'i32' }],
    ['pathInSchema!', { list: 'string' }],
    ['codec!', 'i32'],
    ['numValues!', 'count64'],
    ['totalUncompressedSize!', 'count64'],
    ['totalCompressedSize!', 'count64'],
    ['keyValueMetadata', keyValues],
    ['dataPageOffset!', 'i64'],
    ['indexPageOffset', 'i64'],
    ['dictionaryPageOffset', 'i64'],
    statistics,
    ['encodingStats', { list: { struct: 'PageEncodingStats' } }],
    ['bloomFilterOffset', 'i64'],
    ['bloomFilterLength', 'i32'],
    ['sizeStatistics', { struct: 'SizeStatistics' }],
    ['geospatialStatistics', { struct: 'GeospatialStatistics' }],
  ),
  // The field file_offset is required but has a default, because some writers omit it.
  ColumnChunk: struct(
    ['filePath', 'string'],
    ['fileOffset!', 'i64'],
    ['metaData', { struct: 'ColumnMetaData' }],
    ['offsetIndexOffset', 'i64'],
    ['offsetIndexLength', 'i32'],
    ['columnIndexOffset', 'i64'],
    ['columnIndexLength', 'i32'],
    ['cryptoMetadata', { union: 'ColumnCryptoMetaData' }],
    ['encryptedColumnMetadata', 'binary'],
  ),
  RowGroup: struct(
    ['columns!', { list: { struct: 'ColumnChunk' } }],
    ['totalByteSize!', 'i64'],
    ['numRows!', 'count64'],
    ['sortingColumns', { list: { struct: 'SortingColumn' } }],
    ['fileOffset', 'i64'],
    ['totalCompressedSize', 'i64'],
    ['ordinal', 'i16'],
  ),
  SchemaElement: struct(
    ['type', 'i32'],
    ['typeLength', 'i32'],
    ['repetitionType', 'i32'],
    ['name!', 'string'],
    ['numChildren', 'i32'],
    ['convertedType', 'i32'],
    ['scale', 'i32'],
    ['precision', 'i32'],
    ['fieldId', 'i32'],
    ['logicalType', { union: 'LogicalType' }],
  ),
  DecimalType: struct(['scale!', 'i32'], ['precision!', 'i32']),
  TimeType: struct(['isAdjustedToUTC!', 'bool'], ['unit!', 'timeUnit']),
  TimestampType: struct(['isAdjustedToUTC!', 'bool'], ['unit!', 'timeUnit']),
  IntType: struct(['bitWidth!', 'i8'], ['isSigned!', 'bool']),
  VariantType: struct(['specificationVersion', 'i8']),
  GeometryType: struct(['crs', 'string']),
  GeographyType: struct(['crs', 'string'], ['algorithm', 'i32']),
  PageLocation: struct(['offset!', 'count64'], ['compressedPageSize!', 'count32'], ['firstRowIndex!', 'count64']),
  OffsetIndex: struct(
    ['pageLocations!', { list: { struct: 'PageLocation' } }],
    ['unencodedByteArrayDataBytes', { list: 'i64' }],
  ),
  ColumnIndex: struct(
    ['nullPages!', { list: 'bool' }],
    ['minValues!', { list: 'binary' }],
    ['maxValues!', { list: 'binary' }],
    ['boundaryOrder!', 'i32'],
    ['nullCounts', { list: 'i64' }],
    ['repetitionLevelHistograms', { list: 'i64' }],
    ['definitionLevelHistograms', { list: 'i64' }],
    ['nanCounts', { list: 'i64' }],
  ),
  BloomFilterHeader: struct(
    ['numBytes!', 'count32'],
    ['algorithm!', { union: 'BloomFilterHeader.algorithm' }],
    ['hash!', { union: 'BloomFilterHeader.hash' }],
    ['compression!', { union: 'BloomFilterHeader.compression' }],
  ),
  FileMetaData: struct(
    ['version!', 'i32'],
    ['schema!', { list: { struct: 'SchemaElement' } }],
    ['numRows!', 'count64'],
    ['rowGroups!', { list: { struct: 'RowGroup' } }],
    ['keyValueMetadata', keyValues],
    ['createdBy', 'string'],
    ['columnOrders', { list: { union: 'ColumnOrder' } }],
    ['encryptionAlgorithm', { union: 'EncryptionAlgorithm' }],
    ['footerSigningKeyMetadata', 'binary'],
  ),
  FileCryptoMetaData: struct(['encryptionAlgorithm!', { union: 'EncryptionAlgorithm' }], ['keyMetadata', 'binary']),
  AesGcmV1: struct(...aes),
  AesGcmCtrV1: struct(...aes),
  EncryptionWithColumnKey: struct(['pathInSchema!', { list: 'string' }], ['keyMetadata', 'binary']),
};

/**
 * The members of each union, by `kind`: the member's field id, and the struct whose fields the object has in addition
 * to `kind`.
 */
export const unions: Readonly<Record<string, Readonly<Record<string, readonly [id: number, struct: string]>>>> = {
  LogicalType: {
    STRING: [1, 'Empty'],
    MAP: [2, 'Empty'],
    LIST: [3, 'Empty'],
    ENUM: [4, 'Empty'],
    DECIMAL: [5, 'DecimalType'],
    DATE: [6, 'Empty'],
    TIME: [7, 'TimeType'],
    TIMESTAMP: [8, 'TimestampType'],
    INTEGER: [10, 'IntType'],
    UNKNOWN: [11, 'Empty'],
    JSON: [12, 'Empty'],
    BSON: [13, 'Empty'],
    UUID: [14, 'Empty'],
    FLOAT16: [15, 'Empty'],
    VARIANT: [16, 'VariantType'],
    GEOMETRY: [17, 'GeometryType'],
    GEOGRAPHY: [18, 'GeographyType'],
    FILE: [19, 'Empty'],
  },
  ColumnOrder: { TYPE_ORDER: [1, 'Empty'], IEEE_754_TOTAL_ORDER: [2, 'Empty'], INT96_TIMESTAMP_ORDER: [3, 'Empty'] },
  EncryptionAlgorithm: { AES_GCM_V1: [1, 'AesGcmV1'], AES_GCM_CTR_V1: [2, 'AesGcmCtrV1'] },
  ColumnCryptoMetaData: {
    ENCRYPTION_WITH_FOOTER_KEY: [1, 'Empty'],
    ENCRYPTION_WITH_COLUMN_KEY: [2, 'EncryptionWithColumnKey'],
  },
  'BloomFilterHeader.algorithm': { BLOCK: [1, 'Empty'] },
  'BloomFilterHeader.hash': { XXHASH: [1, 'Empty'] },
  'BloomFilterHeader.compression': { UNCOMPRESSED: [1, 'Empty'] },
};

/** The field ids of the members of TimeUnit. */
export const timeUnits: Readonly<Record<string, number>> = { MILLIS: 1, MICROS: 2, NANOS: 3 };

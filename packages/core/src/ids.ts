/** The numeric ids of the format, named as in the specification (parquet.thrift). */

/** The physical types (parquet.thrift `Type`). */
export const PhysicalType = {
  BOOLEAN: 0,
  INT32: 1,
  INT64: 2,
  INT96: 3,
  FLOAT: 4,
  DOUBLE: 5,
  BYTE_ARRAY: 6,
  FIXED_LEN_BYTE_ARRAY: 7,
} as const;
export type PhysicalType = (typeof PhysicalType)[keyof typeof PhysicalType];

/** The encodings that the format defines (parquet.thrift `Encoding`). Registered plug-ins may have other ids. */
export const EncodingId = {
  PLAIN: 0,
  GROUP_VAR_INT: 1,
  PLAIN_DICTIONARY: 2,
  RLE: 3,
  BIT_PACKED: 4,
  DELTA_BINARY_PACKED: 5,
  DELTA_LENGTH_BYTE_ARRAY: 6,
  DELTA_BYTE_ARRAY: 7,
  RLE_DICTIONARY: 8,
  BYTE_STREAM_SPLIT: 9,
  ALP: 10,
} as const;

/** The codecs that the format defines (parquet.thrift `CompressionCodec`). Registered plug-ins may have other ids. */
export const CodecId = {
  UNCOMPRESSED: 0,
  SNAPPY: 1,
  GZIP: 2,
  LZO: 3,
  BROTLI: 4,
  LZ4: 5,
  ZSTD: 6,
  LZ4_RAW: 7,
} as const;

/** The page types (parquet.thrift `PageType`). Pages of unknown types are skipped. */
export const PageType = {
  DATA_PAGE: 0,
  INDEX_PAGE: 1,
  DICTIONARY_PAGE: 2,
  DATA_PAGE_V2: 3,
} as const;

/** Whether a field is required, optional or repeated (parquet.thrift `FieldRepetitionType`). */
export const FieldRepetitionType = { REQUIRED: 0, OPTIONAL: 1, REPEATED: 2 } as const;

/** The converted types (parquet.thrift `ConvertedType`). `LogicalType` replaces them, but writers still store both. */
export const ConvertedType = {
  UTF8: 0,
  MAP: 1,
  MAP_KEY_VALUE: 2,
  LIST: 3,
  ENUM: 4,
  DECIMAL: 5,
  DATE: 6,
  TIME_MILLIS: 7,
  TIME_MICROS: 8,
  TIMESTAMP_MILLIS: 9,
  TIMESTAMP_MICROS: 10,
  UINT_8: 11,
  UINT_16: 12,
  UINT_32: 13,
  UINT_64: 14,
  INT_8: 15,
  INT_16: 16,
  INT_32: 17,
  INT_64: 18,
  JSON: 19,
  BSON: 20,
  INTERVAL: 21,
} as const;

/** Returns the name of an id in the specification, or `id N` if the specification does not define the id. */
export function nameOf(ids: Readonly<Record<string, number>>, id: number): string {
  for (const name in ids) if (ids[name] === id) return name;
  return `id ${id}`;
}

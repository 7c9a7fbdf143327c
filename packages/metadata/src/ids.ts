/**
 * Enums of parquet.thrift that only metadata has. Fields typed `number` hold any int32: files may be newer than this.
 */

/** parquet.thrift `FieldRepetitionType`. */
export const FieldRepetitionType = { REQUIRED: 0, OPTIONAL: 1, REPEATED: 2 } as const;

/** parquet.thrift `ConvertedType`, deprecated for {@link LogicalType} but still written beside it. */
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

/** parquet.thrift `BoundaryOrder`, of the pages in a ColumnIndex. */
export const BoundaryOrder = { UNORDERED: 0, ASCENDING: 1, DESCENDING: 2 } as const;

/** parquet.thrift `EdgeInterpolationAlgorithm`, of GEOGRAPHY. */
export const EdgeInterpolationAlgorithm = { SPHERICAL: 0, VINCENTY: 1, THOMAS: 2, ANDOYER: 3, KARNEY: 4 } as const;

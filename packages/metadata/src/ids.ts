/**
 * Enums of parquet.thrift that only metadata has. Fields typed `number` hold any int32: files may be newer than this.
 */

/** parquet.thrift `BoundaryOrder`, of the pages in a ColumnIndex. */
export const BoundaryOrder = { UNORDERED: 0, ASCENDING: 1, DESCENDING: 2 } as const;

/** parquet.thrift `EdgeInterpolationAlgorithm`, of GEOGRAPHY. */
export const EdgeInterpolationAlgorithm = { SPHERICAL: 0, VINCENTY: 1, THOMAS: 2, ANDOYER: 3, KARNEY: 4 } as const;

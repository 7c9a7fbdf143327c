/**
 * Enums from parquet.thrift that occur only in metadata. The fields that hold enum ids have the type `number` and may
 * contain any int32, because files may be newer than this package.
 */

/** The order of the pages' bounds in a ColumnIndex (parquet.thrift `BoundaryOrder`). */
export const BoundaryOrder = { UNORDERED: 0, ASCENDING: 1, DESCENDING: 2 } as const;

/** How edges between points are interpolated in a GEOGRAPHY column (parquet.thrift `EdgeInterpolationAlgorithm`). */
export const EdgeInterpolationAlgorithm = { SPHERICAL: 0, VINCENTY: 1, THOMAS: 2, ANDOYER: 3, KARNEY: 4 } as const;

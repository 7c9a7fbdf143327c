/**
 * Enums of parquet.thrift that occur only in metadata. Fields of type `number` may hold any int32, because files may be
 * newer than this package.
 */

/** The order of the pages' bounds in a ColumnIndex (parquet.thrift `BoundaryOrder`). */
export const BoundaryOrder = { UNORDERED: 0, ASCENDING: 1, DESCENDING: 2 } as const;

/** The shape of edges in a GEOGRAPHY column (parquet.thrift `EdgeInterpolationAlgorithm`). */
export const EdgeInterpolationAlgorithm = { SPHERICAL: 0, VINCENTY: 1, THOMAS: 2, ANDOYER: 3, KARNEY: 4 } as const;

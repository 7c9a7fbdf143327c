/** GeoParquet metadata (versions 1.0, 1.1 and 2.0-dev), which is the value of the key `geo` in a footer. */

/** The path, as an array of names, of the column that stores one side (such as `xmin`) of each row's bounding box. */
export type CoveringPath = readonly string[];

/** The GeoParquet metadata of one column. Absent fields have the defaults of the specification. */
export interface GeoColumn {
  /** `WKB`, or, in GeoParquet 1.1, a native encoding of GeoArrow such as `point` or `linestring`. */
  readonly encoding: string;
  /** The distinct geometry types, such as `Point` and `Polygon Z`; empty if they are unknown. */
  readonly geometryTypes: readonly string[];
  /** The coordinate reference system as a PROJJSON object; null if it is unknown. Default: OGC:CRS84. */
  readonly crs?: object | null;
  /** The winding order of outer rings. Default: unknown. */
  readonly orientation?: 'counterclockwise';
  /** The shape of edges between points. Default: `planar`. */
  readonly edges?: GeoEdges;
  /** The bounding box: the minima of all dimensions, then the maxima. 4 numbers, 6 with Z, or 8 with Z and M. */
  readonly bbox?: readonly number[];
  /** The time to which coordinates refer, as a decimal year, for a reference system that changes over time. */
  readonly epoch?: number;
  /** The columns that store a bounding box per row (GeoParquet 1.1). */
  readonly covering?: { readonly bbox: Readonly<Record<string, CoveringPath>> };
}

/** The shape of the edge between two points of a geometry. */
export type GeoEdges = 'planar' | 'spherical' | 'vincenty' | 'thomas' | 'andoyer' | 'karney';

/** The GeoParquet metadata of a file. */
export interface GeoMetadata {
  readonly version: string;
  readonly primaryColumn: string;
  /** The metadata of each geometry column, by column name. */
  readonly columns: Readonly<Record<string, GeoColumn>>;
}

/** The edges of GEOGRAPHY columns, indexed by the column's `EdgeInterpolationAlgorithm`. */
export const edgesOfAlgorithm: readonly GeoEdges[] = ['spherical', 'vincenty', 'thomas', 'andoyer', 'karney'];

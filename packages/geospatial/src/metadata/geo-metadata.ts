/** The metadata of GeoParquet: the value of the key `geo` in a footer (versions 1.0, 1.1 and 2.0-dev). */

/** The path, as names, of a column that contains one side of the bounding box of each row. */
export type CoveringPath = readonly string[];

/** The GeoParquet metadata of one column. Absent fields have the defaults of the specification. */
export interface GeoColumn {
  /** `WKB`; in GeoParquet 1.1 also the native encodings of GeoArrow: `point`, `linestring` and so on. */
  readonly encoding: string;
  /** Types such as `Point` and `Polygon Z`, without repeats; empty if unknown. */
  readonly geometryTypes: readonly string[];
  /** The coordinate reference system as a PROJJSON object; null if it is unknown. Default: OGC:CRS84. */
  readonly crs?: object | null;
  /** The order of the points of outer rings; default: unknown. */
  readonly orientation?: 'counterclockwise';
  /** The shape of edges between points. Default: `planar`. */
  readonly edges?: GeoEdges;
  /** The smallest coordinates of each dimension, then the largest: 4 numbers, 6 with Z, or 8 with Z and M. */
  readonly bbox?: readonly number[];
  /** The decimal year for which coordinates are valid, in a reference system that changes over time. */
  readonly epoch?: number;
  /** Columns that store one bounding box per row (GeoParquet 1.1). */
  readonly covering?: { readonly bbox: Readonly<Record<string, CoveringPath>> };
}

/** The shape of the edge between two points of a geometry. */
export type GeoEdges = 'planar' | 'spherical' | 'vincenty' | 'thomas' | 'andoyer' | 'karney';

/** The metadata of GeoParquet. */
export interface GeoMetadata {
  readonly version: string;
  readonly primaryColumn: string;
  /** The described columns, by name. */
  readonly columns: Readonly<Record<string, GeoColumn>>;
}

/** The edges of a GEOGRAPHY column. The index is the number of its `EdgeInterpolationAlgorithm`. */
export const edgesOfAlgorithm: readonly GeoEdges[] = ['spherical', 'vincenty', 'thomas', 'andoyer', 'karney'];

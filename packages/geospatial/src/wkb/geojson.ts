/** The types of GeoJSON geometries (RFC 7946), which are plain objects. */

/** A position: `[x, y]` or `[x, y, z]`; `[]` for an empty point. */
export type Position = number[];

/** A GeoJSON geometry. Assignable to and from the types of `@types/geojson`. */
export type GeoJsonGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPoint'; coordinates: Position[] }
  | { type: 'MultiLineString'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }
  | { type: 'GeometryCollection'; geometries: GeoJsonGeometry[] };

/** The names of the kinds of geometries. The number of a kind in WKB is its index in this array plus 1. */
export const kindNames: readonly GeoJsonGeometry['type'][] = [
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];

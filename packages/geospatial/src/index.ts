/**
 * Geometries: WKB to GeoJSON and WKT and back, and the metadata of GeoParquet.
 */
export { describeGeometries } from './wkb/describe.js';
export { geoJsonToWkb } from './wkb/from-geojson.js';
export type { GeoJsonGeometry, Position } from './wkb/geojson.js';
export { wkbToGeoJson } from './wkb/to-geojson.js';
export { wkbToWkt } from './wkb/to-wkt.js';

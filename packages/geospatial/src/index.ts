/** Converts geometries from WKB to GeoJSON and back, and to WKT. Reads and writes GeoParquet metadata. */
export type { CoveringPath, GeoColumn, GeoEdges, GeoMetadata } from './metadata/geo-metadata.js';
export { type GeoFile, readGeoMetadata } from './metadata/read.js';
export { type GeoColumnOptions, type GeoMetadataOptions, geoMetadata } from './metadata/write.js';
export { describeGeometries } from './wkb/describe.js';
export { geoJsonOf, wktOf } from './wkb/forms.js';
export { geoJsonToWkb } from './wkb/from-geojson.js';
export type { GeoJsonGeometry, Position } from './wkb/geojson.js';
export { wkbToGeoJson } from './wkb/to-geojson.js';
export { wkbToWkt } from './wkb/to-wkt.js';

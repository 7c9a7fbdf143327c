/**
 * Checks geometries in WKB, and collects the statistics of GEOMETRY and GEOGRAPHY columns. This is a separate entry
 * point, so that programs without such columns do not load it.
 */
export { BoxCheck } from './geospatial/box-check.js';
export { type Coordinates, Extent, globalBox, planarBox } from './geospatial/extent.js';
export { geometriesIn } from './geospatial/geometries.js';
export { createGeometryScan, type GeometryScan } from './geospatial/geometry-scan.js';
export { GeometryKind, scanWkb } from './geospatial/wkb.js';

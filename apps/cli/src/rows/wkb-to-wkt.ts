/**
 * Re-exports the functions from `@marquetry/geospatial` that find and print geometries. This file is loaded only when
 * needed.
 */
export { readGeoMetadata, wkbToWkt } from '@marquetry/geospatial';

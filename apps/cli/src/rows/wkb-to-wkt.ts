/**
 * The functions of `@marquetry/geospatial` that find and print geometries. This file is loaded on demand.
 */
export { readGeoMetadata, wkbToWkt } from '@marquetry/geospatial';

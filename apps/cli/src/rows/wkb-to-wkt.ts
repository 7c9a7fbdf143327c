/**
 * The function of `@marquetry/geospatial` that prints geometries. This file is loaded on demand.
 */
export { wkbToWkt } from '@marquetry/geospatial';

/** Conversions for the `as` option of `file.rows`, such as `file.rows({ as: { place: geoJsonOf } })`. */
import type { GeoJsonGeometry } from './geojson.js';
import { wkbToGeoJson } from './to-geojson.js';
import { wkbToWkt } from './to-wkt.js';

/**
 * Converts a value of a GEOMETRY or GEOGRAPHY column to GeoJSON. Pass this function in the `as` option of `file.rows`.
 * Returns null for an empty byte array, which `file.rows` passes in place of a null. Throws the same errors as
 * `wkbToGeoJson`.
 */
export function geoJsonOf(wkb: unknown): GeoJsonGeometry | null {
  return isEmpty(wkb) ? null : wkbToGeoJson(wkb as Uint8Array);
}

/**
 * Converts a value of a GEOMETRY or GEOGRAPHY column to WKT. Pass this function in the `as` option of `file.rows`.
 * Returns null for an empty byte array, which `file.rows` passes in place of a null. Throws the same errors as
 * `wkbToWkt`.
 */
export function wktOf(wkb: unknown): string | null {
  return isEmpty(wkb) ? null : wkbToWkt(wkb as Uint8Array);
}

function isEmpty(wkb: unknown): boolean {
  return (wkb as Uint8Array).length === 0;
}

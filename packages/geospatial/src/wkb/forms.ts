/** Conversions for the option `as` of rows: `file.rows({ as: { place: geoJsonOf } })`. */
import type { GeoJsonGeometry } from './geojson.js';
import { wkbToGeoJson } from './to-geojson.js';
import { wkbToWkt } from './to-wkt.js';

/**
 * Converts the values of a GEOMETRY or GEOGRAPHY column to GeoJSON. Pass this function in the option `as` of rows. An
 * empty value, which also stands for null in a column, becomes null. Throws the errors of `wkbToGeoJson`.
 */
export function geoJsonOf(wkb: unknown): GeoJsonGeometry | null {
  return isEmpty(wkb) ? null : wkbToGeoJson(wkb as Uint8Array);
}

/** Converts the values of a GEOMETRY or GEOGRAPHY column to WKT. Otherwise like {@link geoJsonOf}. */
export function wktOf(wkb: unknown): string | null {
  return isEmpty(wkb) ? null : wkbToWkt(wkb as Uint8Array);
}

function isEmpty(wkb: unknown): boolean {
  return (wkb as Uint8Array).length === 0;
}

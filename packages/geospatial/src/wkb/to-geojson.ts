/** Converts WKB to GeoJSON. */
import { GeometryKind } from '@marquetry/logical/geospatial';
import { type GeoJsonGeometry, kindNames } from './geojson.js';
import { type Nested, type ParsedGeometry, parseWkb } from './parse.js';

/**
 * Converts a geometry in ISO WKB to a GeoJSON geometry. M is dropped, because positions in GeoJSON have no M. The
 * coordinates of an empty point are `[]`.
 * @throws ParquetError TRUNCATED or CORRUPT if the bytes are not ISO WKB, UNSUPPORTED for curves and surfaces, LIMIT
 * for more than 100 nested geometries. The error contains the offset in `wkb`.
 */
export function wkbToGeoJson(wkb: Uint8Array): GeoJsonGeometry {
  return geoJsonOf(parseWkb(wkb));
}

function geoJsonOf({ kind, hasM, coordinates, geometries }: ParsedGeometry): GeoJsonGeometry {
  const type = kindNames[kind - 1];
  if (type === 'GeometryCollection') return { type, geometries: geometries.map(geoJsonOf) };
  if (hasM) dropM(coordinates, kind === GeometryKind.Point || kind === GeometryKind.MultiPoint);
  return { type, coordinates } as GeoJsonGeometry;
}

/**
 * Removes the last number (M) of each point, in place. If `mayBeEmpty` is true, a point whose remaining numbers are all
 * NaN becomes an empty array.
 */
function dropM(coordinates: Nested, mayBeEmpty: boolean): void {
  if (typeof coordinates[0] !== 'number') {
    for (const part of coordinates) dropM(part as Nested, mayBeEmpty);
    return;
  }
  coordinates.pop();
  if (mayBeEmpty && coordinates.every(Number.isNaN)) coordinates.length = 0;
}

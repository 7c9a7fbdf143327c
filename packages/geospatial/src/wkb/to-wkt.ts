/** Converts WKB to WKT (OGC 06-103r4, section 7), the text form of geometries. */
import { GeometryKind } from '@marquetry/logical/geospatial';
import { kindNames } from './geojson.js';
import { type Nested, type ParsedGeometry, parseWkb } from './parse.js';

/**
 * Converts a geometry in ISO WKB to WKT, such as `POINT Z (1 2 3)`. The conversion is lossless: it writes all digits of
 * numbers, and keeps M.
 * @throws ParquetError for the same reasons as `wkbToGeoJson`.
 */
export function wkbToWkt(wkb: Uint8Array): string {
  return wktOf(parseWkb(wkb));
}

function wktOf({ kind, hasZ, hasM, coordinates, geometries }: ParsedGeometry): string {
  const name = (kindNames[kind - 1] as string).toUpperCase();
  const dimensions = hasZ || hasM ? ` ${hasZ ? 'Z' : ''}${hasM ? 'M' : ''}` : '';
  const isLine = kind !== GeometryKind.Point && kind !== GeometryKind.MultiPoint;
  const body =
    kind === GeometryKind.GeometryCollection
      ? listOf(geometries.map(wktOf))
      : textOf(coordinates, depths[kind] as number, isLine);
  return `${name}${dimensions} ${body}`;
}

/**
 * Nesting depth of points, indexed by the kind of geometry. It is 2 for a Polygon, an array of rings that are arrays of
 * points.
 */
const depths: readonly number[] = [0, 0, 1, 2, 1, 2, 3];

/** Returns the text of coordinates. A point of a MultiPoint is in parentheses; a point of a line or ring is not. */
function textOf(coordinates: Nested, depth: number, isLine: boolean): string {
  if (depth > 0) return listOf(coordinates.map((part) => textOf(part as Nested, depth - 1, isLine)));
  const numbers = coordinates.map((value) => (Object.is(value, -0) ? '-0' : String(value))).join(' ');
  return isLine ? numbers : numbers === '' ? 'EMPTY' : `(${numbers})`;
}

function listOf(parts: readonly string[]): string {
  return parts.length === 0 ? 'EMPTY' : `(${parts.join(', ')})`;
}

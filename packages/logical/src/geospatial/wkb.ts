/**
 * Reads a geometry in ISO WKB (Geospatial.md) without building an object for it: checks all of its bytes, and passes
 * its coordinates to a receiver.
 *
 *   geometry    byte order u8: 0 big, 1 little | type u32: 1000 * dimensions + kind | body
 *   dimensions  0 XY   1 XYZ   2 XYM   3 XYZM
 *   body        Point                                    coordinates, each a double; all NaN if the point is empty
 *               LineString                               count u32 | points
 *               Polygon                                  count u32 | rings: count u32 | points
 *               MultiPoint to GeometryCollection         count u32 | geometries, each with its own header
 */
import { type ErrorCode, ParquetError } from '@marquetry/core';
import type { Coordinates } from './extent.js';

/** The kinds of geometries: the last three digits of a type code. */
export const GeometryKind = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
  GeometryCollection: 7,
} as const;

/**
 * Maximum number of levels of nested geometries. Deeper nesting could overflow the stack of code that builds
 * geometries.
 */
const maxDepth = 100;

/**
 * The largest kind that ISO WKB defines. The kinds that {@link GeometryKind} does not list are curves, surfaces and
 * triangles.
 */
const lastIsoKind = 17;

/**
 * Passes the coordinates of the geometry in bytes `[from, to)` of `view` to `coordinates`. The geometry must fill this
 * range.
 * @returns the type code of the geometry, such as 1003 for a Polygon with Z.
 * @throws ParquetError TRUNCATED or CORRUPT if the bytes are not one geometry in ISO WKB; UNSUPPORTED for curves and
 * surfaces; LIMIT for geometries nested deeper than 100 levels. The offset in the error is relative to the range.
 * `coordinates` may have received some coordinates before the error.
 */
export function scanWkb(view: DataView, from: number, to: number, coordinates: Coordinates): number {
  const scan = new WkbScan(view, from, to, coordinates);
  const type = scan.geometry(0, undefined);
  if (scan.position < to) {
    throw scan.error('CORRUPT', scan.position, 'the value has extra bytes after its WKB geometry');
  }
  return type;
}

class WkbScan {
  declare position: number;
  declare private readonly start: number;
  declare private readonly view: DataView;
  declare private readonly end: number;
  declare private readonly coordinates: Coordinates;

  constructor(view: DataView, from: number, to: number, coordinates: Coordinates) {
    this.view = view;
    this.position = from;
    this.start = from;
    this.end = to;
    this.coordinates = coordinates;
  }

  /** Reads a geometry, and returns its type. If `required` is given, the geometry must have that type. */
  geometry(depth: number, required: number | undefined): number {
    const start = this.position;
    this.require(5, 'the header of a geometry');
    const order = this.view.getUint8(start);
    if (order > 1) throw this.error('CORRUPT', start, `the byte order must be 0 or 1, got ${order}`);
    const little = order === 1;
    const type = this.view.getUint32(start + 1, little);
    const kind = this.kindOf(type, start + 1);
    if (required !== undefined && type !== required) {
      throw this.error('CORRUPT', start + 1, `every part of this geometry must have type ${required}, got ${type}`);
    }
    const dimensions = (type - kind) / 1000;
    this.position = start + 5;
    switch (kind) {
      case GeometryKind.Point:
        this.points(1, dimensions, little);
        break;
      case GeometryKind.LineString:
        this.line(dimensions, little);
        break;
      case GeometryKind.Polygon: {
        for (let rings = this.count(little, 4); rings > 0; rings--) this.line(dimensions, little);
        break;
      }
      default: {
        if (depth === maxDepth) {
          throw this.error('LIMIT', start, `geometries must not be nested deeper than ${maxDepth} levels`);
        }
        const each = kind === GeometryKind.GeometryCollection ? undefined : type - 3;
        for (let geometries = this.count(little, 5); geometries > 0; geometries--) this.geometry(depth + 1, each);
      }
    }
    return type;
  }

  private kindOf(type: number, offset: number): number {
    // EWKB, a variant that PostGIS and Shapely write by default, has flags for Z, M and an SRID in the high bits of the
    // type.
    if (type >= 2 ** 29) {
      throw this.error(
        'CORRUPT',
        offset,
        'the geometry is EWKB, but Parquet requires ISO WKB: write it without SRID or flags',
      );
    }
    const kind = type % 1000;
    if (type >= 4000 || kind === 0 || kind > lastIsoKind) {
      throw this.error('CORRUPT', offset, `${type} is not a WKB geometry type`);
    }
    if (kind > GeometryKind.GeometryCollection) {
      throw this.error('UNSUPPORTED', offset, `geometry type ${type} (curve, surface or triangle) is not supported`);
    }
    return kind;
  }

  private line(dimensions: number, little: boolean): void {
    const count = this.count(little, coordinateBytes(dimensions));
    if (count > 0) this.coordinates.addEdges();
    this.points(count, dimensions, little);
  }

  /**
   * Reads a number of items, and checks that enough bytes remain for that many items of at least `itemBytes` bytes
   * each.
   */
  private count(little: boolean, itemBytes: number): number {
    this.require(4, 'a count');
    const count = this.view.getUint32(this.position, little);
    const left = this.end - this.position - 4;
    if (count * itemBytes > left) {
      const what = `${count} items of at least ${itemBytes} bytes exceed the remaining ${left} bytes`;
      throw this.error('TRUNCATED', this.position, what);
    }
    this.position += 4;
    return count;
  }

  private points(count: number, dimensions: number, little: boolean): void {
    const { coordinates, view } = this;
    const byteLength = count * coordinateBytes(dimensions);
    this.require(byteLength, 'a point');
    const end = this.position + byteLength;
    const [zAt, mAt] = placesOf(dimensions);
    const step = coordinateBytes(dimensions);
    for (let at = this.position; at < end; at += step) {
      coordinates.addPosition(view.getFloat64(at, little), view.getFloat64(at + 8, little));
      if (zAt > 0) coordinates.addZ(view.getFloat64(at + zAt, little));
      if (mAt > 0) coordinates.addM(view.getFloat64(at + mAt, little));
    }
    this.position = end;
  }

  private require(byteLength: number, what: string): void {
    if (byteLength > this.end - this.position) {
      throw this.error('TRUNCATED', this.position, `the value ends within ${what}`);
    }
  }

  error(code: ErrorCode, offset: number, what: string): ParquetError {
    return new ParquetError(code, what, { part: 'WKB', offset: offset - this.start });
  }
}

function coordinateBytes(dimensions: number): number {
  return dimensions === 0 ? 16 : dimensions === 3 ? 32 : 24;
}

/** The byte offsets of Z and M within a point; 0 for a coordinate that is absent. */
function placesOf(dimensions: number): readonly [z: number, m: number] {
  if (dimensions === 3) return [16, 24];
  return dimensions === 1 ? [16, 0] : [0, dimensions === 2 ? 16 : 0];
}

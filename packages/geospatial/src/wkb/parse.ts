/** Converts WKB to nested arrays, which are then converted to GeoJSON or WKT. */
import { type Coordinates, GeometryKind, scanWkb } from '@marquetry/logical/geospatial';

/** Nested arrays of coordinates: a point is an array of numbers, a line is an array of points, and so on. */
export type Nested = (number | Nested)[];

export interface ParsedGeometry {
  /** The kind of the geometry, a member of `GeometryKind`. */
  readonly kind: number;
  readonly hasZ: boolean;
  readonly hasM: boolean;
  /** The coordinates; empty for a collection. Each point has X and Y, then Z and M if present. */
  readonly coordinates: Nested;
  /** The geometries of a collection; empty for other kinds. */
  readonly geometries: readonly ParsedGeometry[];
}

const ignored: Coordinates = { addPosition() {}, addZ() {}, addM() {}, addEdges() {} };

/** Converts one geometry in ISO WKB to nested arrays. Throws the same errors as `scanWkb`. */
export function parseWkb(wkb: Uint8Array): ParsedGeometry {
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength);
  // This call checks all counts, types and lengths, so `CheckedReader` need not check them.
  scanWkb(view, 0, wkb.length, ignored);
  return new CheckedReader(view).geometry();
}

class CheckedReader {
  private position = 0;
  declare private readonly view: DataView;

  constructor(view: DataView) {
    this.view = view;
  }

  geometry(): ParsedGeometry {
    const little = this.view.getUint8(this.position++) === 1;
    const type = this.count(little);
    const kind = type % 1000;
    const dimensions = (type - kind) / 1000;
    const size = dimensions === 0 ? 2 : dimensions === 3 ? 4 : 3;
    const facts = { kind, hasZ: dimensions === 1 || dimensions === 3, hasM: dimensions > 1 };
    switch (kind) {
      case GeometryKind.Point:
        return { ...facts, coordinates: unlessEmpty(this.point(size, little)), geometries: [] };
      case GeometryKind.LineString:
        return { ...facts, coordinates: this.line(size, little), geometries: [] };
      case GeometryKind.Polygon:
        return { ...facts, coordinates: this.list(little, () => this.line(size, little)), geometries: [] };
      case GeometryKind.GeometryCollection:
        return { ...facts, coordinates: [], geometries: this.list(little, () => this.geometry()) };
      default:
        return { ...facts, coordinates: this.list(little, () => this.geometry().coordinates), geometries: [] };
    }
  }

  private line(size: number, little: boolean): Nested {
    return this.list(little, () => this.point(size, little));
  }

  private list<T>(little: boolean, read: () => T): T[] {
    const items: T[] = [];
    for (let left = this.count(little); left > 0; left--) items.push(read());
    return items;
  }

  private count(little: boolean): number {
    const count = this.view.getUint32(this.position, little);
    this.position += 4;
    return count;
  }

  private point(size: number, little: boolean): number[] {
    const point: number[] = [];
    for (let i = 0; i < size; i++) point.push(this.view.getFloat64(this.position + 8 * i, little));
    this.position += 8 * size;
    return point;
  }
}

/** Returns an empty array for an empty point, whose coordinates in WKB are all NaN; otherwise returns the point. */
function unlessEmpty(point: number[]): number[] {
  return point.every(Number.isNaN) ? [] : point;
}

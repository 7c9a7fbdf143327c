/** Converts GeoJSON to ISO WKB, little-endian. */
import { ParquetError } from '@marquetry/core';
import { type GeoJsonGeometry, kindNames } from './geojson.js';

/** Maximum nesting depth of collections, the same as in `scanWkb`, so that every written geometry can be read. */
const maxDepth = 100;

/**
 * Converts a GeoJSON geometry to ISO WKB. The result has Z if positions have three numbers. All positions must have the
 * same length. Rings are written unchanged: open rings are not closed, and no ring is reversed.
 * @throws ParquetError INVALID_ARGUMENT, with the path of the invalid member, if `geometry` is not a GeoJSON geometry;
 * LIMIT for more than 100 nested geometries.
 */
export function geoJsonToWkb(geometry: GeoJsonGeometry): Uint8Array<ArrayBuffer> {
  const shape: Shape = { size: undefined };
  const checked = checkGeometry(geometry, '', 0, shape);
  const output = new WkbOutput(shape.size ?? 2);
  output.geometry(checked);
  return output.finish();
}

/** The number of coordinates that all positions of a geometry must have. */
interface Shape {
  /** The number of coordinates per position, 2 or 3; undefined until the first position has been checked. */
  size: 2 | 3 | undefined;
}

/** A checked geometry: positions in `depth` nested arrays, or a collection of geometries. */
type Checked =
  | { readonly kind: number; readonly coordinates: readonly unknown[]; readonly depth: number }
  | { readonly kind: 7; readonly geometries: readonly Checked[] };

/**
 * Nesting depth of positions, indexed by the kind of geometry. It is 2 for a Polygon, an array of rings that are arrays
 * of positions.
 */
const depths: readonly number[] = [0, 0, 1, 2, 1, 2, 3];

function checkGeometry(geometry: unknown, path: string, depth: number, shape: Shape): Checked {
  const { type, coordinates, geometries } = (typeof geometry === 'object' && geometry !== null ? geometry : {}) as {
    readonly type?: unknown;
    readonly coordinates?: unknown;
    readonly geometries?: unknown;
  };
  const kind = kindNames.indexOf(type as GeoJsonGeometry['type']) + 1;
  if (kind === 0) {
    if (type === 'Feature') throw invalid(path, 'is a GeoJSON Feature, not a geometry: pass its property `geometry`');
    throw invalid(path, `is not a GeoJSON geometry: \`type\` must be one of ${kindNames.join(', ')}`);
  }
  if (kind < 7) {
    const mayBeEmpty = kind === 1 || kind === 4;
    checkPositions(coordinates, `${path}.coordinates`, depths[kind] as number, shape, mayBeEmpty);
    return { kind, coordinates: coordinates as readonly unknown[], depth: depths[kind] as number };
  }
  if (depth === maxDepth)
    throw new ParquetError('LIMIT', `geometries must not be nested deeper than ${maxDepth} levels`);
  if (!Array.isArray(geometries)) throw invalid(`${path}.geometries`, 'must be an array');
  const all = geometries.map((part, i) => checkGeometry(part, `${path}.geometries[${i}]`, depth + 1, shape));
  return { kind: 7, geometries: all };
}

/** Checks positions. @param mayBeEmpty True if a position may be `[]`, an empty point. */
function checkPositions(value: unknown, path: string, depth: number, shape: Shape, mayBeEmpty: boolean): void {
  if (!Array.isArray(value)) throw invalid(path, 'must be an array');
  if (depth > 0) {
    for (const [i, part] of value.entries()) checkPositions(part, `${path}[${i}]`, depth - 1, shape, mayBeEmpty);
    return;
  }
  const size = value.length;
  if (size === 0 && mayBeEmpty) return;
  if (size !== 2 && size !== 3) throw invalid(path, `must have 2 or 3 numbers, got ${size}`);
  shape.size ??= size;
  if (size !== shape.size) throw invalid(path, `has ${size} numbers, but other positions have ${shape.size}`);
  for (const [i, number] of value.entries()) {
    if (typeof number !== 'number') throw invalid(`${path}[${i}]`, `must be a number, got ${typeof number}`);
  }
}

function invalid(path: string, what: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', `\`geometry${path}\` ${what}`);
}

class WkbOutput {
  private view = new DataView(new ArrayBuffer(64));
  private length = 0;
  declare private readonly size: 2 | 3;

  constructor(size: 2 | 3) {
    this.size = size;
  }

  geometry(geometry: Checked): void {
    const { kind } = geometry;
    this.header(kind);
    if ('geometries' in geometry) {
      this.count(geometry.geometries.length);
      for (const part of geometry.geometries) this.geometry(part);
    } else this.coordinates(geometry.coordinates, geometry.depth, kind > 3 ? kind - 3 : 0);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.view.buffer.slice(0, this.length));
  }

  /** Writes coordinates. @param partKind The kind of geometry in the header of each part; 0 if parts have no header. */
  private coordinates(coordinates: readonly unknown[], depth: number, partKind: number): void {
    if (depth === 0) this.point(coordinates as readonly number[]);
    else this.count(coordinates.length);
    for (const part of depth === 0 ? [] : coordinates) {
      if (partKind > 0) this.header(partKind);
      this.coordinates(part as readonly unknown[], depth - 1, 0);
    }
  }

  private header(kind: number): void {
    this.reserve(5);
    this.view.setUint8(this.length, 1);
    this.view.setUint32(this.length + 1, this.size === 3 ? 1000 + kind : kind, true);
    this.length += 5;
  }

  private count(count: number): void {
    this.reserve(4);
    this.view.setUint32(this.length, count, true);
    this.length += 4;
  }

  /** Writes a point. The coordinates of an empty point are NaN. */
  private point(position: readonly number[]): void {
    this.reserve(8 * this.size);
    for (let i = 0; i < this.size; i++, this.length += 8) {
      this.view.setFloat64(this.length, position[i] ?? Number.NaN, true);
    }
  }

  private reserve(byteLength: number): void {
    const needed = this.length + byteLength;
    if (needed <= this.view.byteLength) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.view.byteLength));
    grown.set(new Uint8Array(this.view.buffer, 0, this.length));
    this.view = new DataView(grown.buffer);
  }
}

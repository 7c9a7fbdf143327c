/** Writes geometries as WKB for tests, without the code under test. */

/**
 * The contents of a geometry: the coordinates of a Point, nested lists of coordinates for other kinds, or geometries for a
 * GeometryCollection (7).
 */
export type Parts = readonly (number | Parts | TestGeometry)[];

export interface TestGeometry {
  /** The kind: 1 Point, 2 LineString, 3 Polygon, 4 MultiPoint, 5 MultiLineString, 6 MultiPolygon, 7 GeometryCollection. */
  readonly kind: number;
  /** The dimensions: 0 XY (the default), 1 XYZ, 2 XYM, 3 XYZM. */
  readonly dimensions?: number;
  readonly parts: Parts;
}

/**
 * Returns a geometry as ISO WKB. `isLittle` returns whether a geometry is little-endian: it is called with 0 for the
 * outermost geometry, then with 1, 2 and so on for the nested ones.
 */
export function wkbOf(geometry: TestGeometry, isLittle: (i: number) => boolean = () => true): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let headers = 0;
  const put = (size: number, write: (view: DataView) => void): void => {
    const view = new DataView(new ArrayBuffer(size));
    write(view);
    for (let i = 0; i < size; i++) bytes.push(view.getUint8(i));
  };
  const putGeometry = ({ kind, dimensions = 0, parts }: TestGeometry): void => {
    const little = isLittle(headers++);
    bytes.push(little ? 1 : 0);
    const putCount = (count: number): void => put(4, (view) => view.setUint32(0, count, little));
    const putPoint = (point: Parts): void => {
      for (const value of point) put(8, (view) => view.setFloat64(0, value as number, little));
    };
    const putLine = (line: Parts): void => {
      putCount(line.length);
      for (const point of line) putPoint(point as Parts);
    };
    putCount(1000 * dimensions + kind);
    if (kind === 1) putPoint(parts);
    else if (kind === 2) putLine(parts);
    else putCount(parts.length);
    for (const part of kind < 3 ? [] : parts) {
      if (kind === 3) putLine(part as Parts);
      else putGeometry(kind === 7 ? (part as TestGeometry) : { kind: kind - 3, dimensions, parts: part as Parts });
    }
  };
  putGeometry(geometry);
  return Uint8Array.from(bytes);
}

/** Returns the WKB of a point. */
export function pointOf(...coordinates: readonly number[]): Uint8Array<ArrayBuffer> {
  return wkbOf({ kind: 1, dimensions: coordinates.length - 2, parts: coordinates });
}

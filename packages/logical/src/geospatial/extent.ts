/**
 * The extent of geometries: the smallest and largest of their coordinates. Negative and other longitudes have separate
 * ranges, so that the box can cross the antimeridian:
 *
 *   -180 ────────┬────────┬─── 0 ───┬────────────┬─ 180
 *               wmin    wmax       emin         emax
 *
 *   box that does not cross the antimeridian   from wmin to emax
 *   box that crosses it                        from emin to 180, and from -180 to wmax
 */
import type { BoundingBox } from '@marquetry/metadata';

/** Receives the coordinates of a geometry one by one. NaN stands for an absent coordinate. */
export interface Coordinates {
  addPosition(x: number, y: number): void;
  addZ(z: number): void;
  addM(m: number): void;
  /** Called before the points of each line or ring that is not empty. */
  addEdges(): void;
}

/** The smallest and largest coordinates of geometries. NaN coordinates are ignored. */
export class Extent implements Coordinates {
  wmin: number = Number.POSITIVE_INFINITY;
  wmax: number = Number.NEGATIVE_INFINITY;
  emin: number = Number.POSITIVE_INFINITY;
  emax: number = Number.NEGATIVE_INFINITY;
  ymin: number = Number.POSITIVE_INFINITY;
  ymax: number = Number.NEGATIVE_INFINITY;
  zmin: number = Number.POSITIVE_INFINITY;
  zmax: number = Number.NEGATIVE_INFINITY;
  mmin: number = Number.POSITIVE_INFINITY;
  mmax: number = Number.NEGATIVE_INFINITY;
  /** True if the geometries include a line or a ring that is not empty. */
  hasEdges: boolean = false;

  addPosition(x: number, y: number): void {
    if (x < 0) {
      if (x < this.wmin) this.wmin = x;
      if (x > this.wmax) this.wmax = x;
    } else {
      if (x < this.emin) this.emin = x;
      if (x > this.emax) this.emax = x;
    }
    if (y < this.ymin) this.ymin = y;
    if (y > this.ymax) this.ymax = y;
  }

  addZ(z: number): void {
    if (z < this.zmin) this.zmin = z;
    if (z > this.zmax) this.zmax = z;
  }

  addM(m: number): void {
    if (m < this.mmin) this.mmin = m;
    if (m > this.mmax) this.mmax = m;
  }

  addEdges(): void {
    this.hasEdges = true;
  }
}

/**
 * Returns the bounding box in a plane, with `xmin <= xmax`. Returns undefined if all X or all Y coordinates are
 * missing.
 */
export function planarBox(extent: Extent): BoundingBox | undefined {
  const xmin = Math.min(extent.wmin, extent.emin);
  const xmax = Math.max(extent.wmax, extent.emax);
  return boxOf(extent, xmin, xmax);
}

/**
 * Returns the bounding box of positions on the globe. The box crosses the antimeridian (`xmin > xmax`) if the gap
 * around longitude 0, between the nearest positions on either side, spans more than half of the globe.
 *
 * Returns undefined if all X or all Y coordinates are missing, if a position is not a longitude and a latitude, or if
 * there are edges: an edge on the globe is curved, so it may run north or south of both of its ends.
 */
export function globalBox(extent: Extent): BoundingBox | undefined {
  const { wmin, wmax, emin, emax, ymin, ymax } = extent;
  if (extent.hasEdges || wmin < -180 || emax > 180 || ymin < -90 || ymax > 90) return undefined;
  return emin - wmax > 180 && wmin < 0 && emax >= 0 ? boxOf(extent, emin, wmax) : planarBox(extent);
}

function boxOf({ ymin, ymax, zmin, zmax, mmin, mmax }: Extent, xmin: number, xmax: number): BoundingBox | undefined {
  if (xmin === Number.POSITIVE_INFINITY && xmax === Number.NEGATIVE_INFINITY) return undefined;
  if (ymin > ymax) return undefined;
  return {
    ...{ xmin, xmax, ymin, ymax },
    ...(zmin <= zmax ? { zmin, zmax } : {}),
    ...(mmin <= mmax ? { mmin, mmax } : {}),
  };
}

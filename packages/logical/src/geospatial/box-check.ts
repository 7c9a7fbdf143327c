/** Checks that geometries lie within a stored bounding box. */
import type { BoundingBox } from '@marquetry/metadata';
import type { Coordinates } from './extent.js';

/** Compares coordinates with a bounding box, and stores the first coordinate outside the box. */
export class BoxCheck implements Coordinates {
  /** The first coordinate outside the box, such as `x = 181`; undefined if there is none. */
  outside: string | undefined = undefined;
  declare private readonly box: BoundingBox;

  constructor(box: BoundingBox) {
    this.box = box;
  }

  addPosition(x: number, y: number): void {
    const { xmin, xmax, ymin, ymax } = this.box;
    const isOutside = xmin <= xmax ? x < xmin || x > xmax : x < xmin && x > xmax;
    if (isOutside) this.outside ??= `x = ${x}`;
    if (y < ymin || y > ymax) this.outside ??= `y = ${y}`;
  }

  addZ(z: number): void {
    const { zmin = z, zmax = z } = this.box;
    if (z < zmin || z > zmax) this.outside ??= `z = ${z}`;
  }

  addM(m: number): void {
    const { mmin = m, mmax = m } = this.box;
    if (m < mmin || m > mmax) this.outside ??= `m = ${m}`;
  }

  addEdges(): void {}
}

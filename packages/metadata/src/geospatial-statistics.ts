/** Bounding box and types of the geometries in a chunk (parquet.thrift `GeospatialStatistics`, `BoundingBox`). */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { doubleField, i32List, type Mutable, required, structField } from './fields.js';
import { putDouble, putI32List, putStruct } from './put.js';

/** A bounding box. `xmin > xmax` is legal: such a box crosses the antimeridian. */
export interface BoundingBox {
  readonly xmin: number;
  readonly xmax: number;
  readonly ymin: number;
  readonly ymax: number;
  readonly zmin?: number;
  readonly zmax?: number;
  readonly mmin?: number;
  readonly mmax?: number;
}

/** Bounding box and types of the geometries in a column chunk. */
export interface GeospatialStatistics {
  readonly bbox?: BoundingBox;
  /** The distinct WKB type codes of the geometries; absent or empty if unknown. */
  readonly geospatialTypes?: readonly number[];
}

export function parseGeospatialStatistics(reader: CompactReader): GeospatialStatistics {
  const statistics: Mutable<GeospatialStatistics> = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        statistics.bbox = structField(reader, 'GeospatialStatistics.bbox', parseBoundingBox);
        break;
      case 2:
        statistics.geospatialTypes = i32List(reader, 'GeospatialStatistics.geospatialTypes');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  return statistics;
}

export function putGeospatialStatistics(writer: CompactWriter, statistics: GeospatialStatistics): void {
  const outer = writer.beginStruct();
  putStruct(writer, 1, statistics.bbox, putBoundingBox);
  putI32List(writer, 2, statistics.geospatialTypes);
  writer.endStruct(outer);
}

/** The names of the BoundingBox fields with ids 1 to 8. */
const sides = ['xmin', 'xmax', 'ymin', 'ymax', 'zmin', 'zmax', 'mmin', 'mmax'] as const;

function parseBoundingBox(reader: CompactReader): BoundingBox {
  const box: Partial<Mutable<BoundingBox>> = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    const side = sides[reader.fieldId - 1];
    if (side === undefined) reader.skipField();
    else box[side] = doubleField(reader, `BoundingBox.${side}`);
  }
  reader.endStruct(outer);
  for (const side of sides.slice(0, 4)) required(box[side], reader, `BoundingBox.${side}`);
  return box as BoundingBox;
}

function putBoundingBox(writer: CompactWriter, box: BoundingBox): void {
  const outer = writer.beginStruct();
  for (const [i, side] of sides.entries()) putDouble(writer, i + 1, box[side]);
  writer.endStruct(outer);
}

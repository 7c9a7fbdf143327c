/** The extent and types of the geometries of a chunk (parquet.thrift `GeospatialStatistics`, `BoundingBox`). */

import type { CompactReader, CompactWriter } from '@marquetry/thrift';
import { doubleField, i32List, type Mutable, required, structField } from './fields.js';
import { putDouble, putI32List, putStruct } from './put.js';

/** A bounding box. `xmin > xmax` is legal: the box then wraps around the antimeridian. */
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

/** Bounds and types of the geometries of a column chunk. */
export interface GeospatialStatistics {
  readonly bbox?: BoundingBox;
  /** WKB type codes, without repeats; absent or empty if unknown. */
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

function parseBoundingBox(reader: CompactReader): BoundingBox {
  const box: Partial<Mutable<BoundingBox>> = {};
  const outer = reader.beginStruct();
  while (reader.nextField()) {
    switch (reader.fieldId) {
      case 1:
        box.xmin = doubleField(reader, 'BoundingBox.xmin');
        break;
      case 2:
        box.xmax = doubleField(reader, 'BoundingBox.xmax');
        break;
      case 3:
        box.ymin = doubleField(reader, 'BoundingBox.ymin');
        break;
      case 4:
        box.ymax = doubleField(reader, 'BoundingBox.ymax');
        break;
      case 5:
        box.zmin = doubleField(reader, 'BoundingBox.zmin');
        break;
      case 6:
        box.zmax = doubleField(reader, 'BoundingBox.zmax');
        break;
      case 7:
        box.mmin = doubleField(reader, 'BoundingBox.mmin');
        break;
      case 8:
        box.mmax = doubleField(reader, 'BoundingBox.mmax');
        break;
      default:
        reader.skipField();
    }
  }
  reader.endStruct(outer);
  return {
    ...box,
    xmin: required(box.xmin, reader, 'BoundingBox.xmin'),
    xmax: required(box.xmax, reader, 'BoundingBox.xmax'),
    ymin: required(box.ymin, reader, 'BoundingBox.ymin'),
    ymax: required(box.ymax, reader, 'BoundingBox.ymax'),
  };
}

function putBoundingBox(writer: CompactWriter, box: BoundingBox): void {
  const outer = writer.beginStruct();
  putDouble(writer, 1, box.xmin);
  putDouble(writer, 2, box.xmax);
  putDouble(writer, 3, box.ymin);
  putDouble(writer, 4, box.ymax);
  putDouble(writer, 5, box.zmin);
  putDouble(writer, 6, box.zmax);
  putDouble(writer, 7, box.mmin);
  putDouble(writer, 8, box.mmax);
  writer.endStruct(outer);
}

/**
 * Checks the values of GEOMETRY and GEOGRAPHY columns, and compares them with the bounding boxes and geometry types in
 * the footer.
 */
import { geospatial, isGeospatial } from '@marquetry/column-writer';
import { type ErrorPlace, isParquetError, type Values, withPlace } from '@marquetry/core';
import type { ChunkLocation } from '@marquetry/file';
import { contradiction, faultOf, type Report } from './fault.js';

/** Checks the geometries of a chunk. */
export interface GeometryCheck {
  /** Checks `values`, which are geometries of the chunk. */
  add(values: Values, at: ErrorPlace): void;
}

/**
 * Creates the check for one chunk; resolves to undefined if its column has no geometries. The check reports values that
 * are not WKB, and each kind of error in the footer, at most once per chunk.
 */
export async function createGeometryCheck(
  { leaf, metaData }: ChunkLocation,
  report: Report,
): Promise<GeometryCheck | undefined> {
  if (!isGeospatial(leaf)) return undefined;
  const { BoxCheck, Extent, geometriesIn, scanWkb } = await geospatial.load();
  const { bbox, geospatialTypes = [] } = metaData.geospatialStatistics ?? {};
  // If the footer has no bounding box, check only that the values are WKB.
  const box = bbox === undefined ? undefined : new BoxCheck(bbox);
  const coordinates = box ?? new Extent();
  const types = new Set(geospatialTypes);
  let [isWkb, isInBox, hasTypes] = [true, true, true];
  const checkOne = (view: DataView, start: number, end: number, at: ErrorPlace): void => {
    const type = scanWkb(view, start, end, coordinates);
    if (isInBox && box?.outside !== undefined) {
      isInBox = false;
      report(contradiction(`a geometry is outside the bounding box in the footer: ${box.outside}`, at));
    }
    if (hasTypes && types.size > 0 && !types.has(type)) {
      hasTypes = false;
      report(contradiction(`a geometry has WKB type ${type}, but the footer lists only ${[...types].join(', ')}`, at));
    }
  };
  return {
    add: (values, at) => {
      for (const [view, start, end] of geometriesIn(values, 0, values.length)) {
        try {
          checkOne(view, start, end, at);
        } catch (error) {
          if (!isParquetError(error)) throw error;
          // Curves are valid WKB, but their extent cannot be computed here.
          if (!isWkb || error.code === 'UNSUPPORTED') continue;
          isWkb = false;
          report(faultOf(withPlace(error, at)));
        }
      }
    },
  };
}

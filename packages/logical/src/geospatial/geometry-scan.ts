/** Collects the statistics of a GEOMETRY or GEOGRAPHY column while it is written. */
import { isParquetError, type Values } from '@marquetry/core';
import type { GeospatialStatistics } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { Extent, globalBox, planarBox } from './extent.js';
import { geometriesIn } from './geometries.js';
import { scanWkb } from './wkb.js';

/** Computes the statistics of a geospatial column from its values. Created by {@link createGeometryScan}. */
export interface GeometryScan {
  /** Adds the geometries `values[from, to)` to the statistics. */
  add(content: { readonly values: Values; readonly from: number; readonly to: number }): void;
  /**
   * Returns the statistics of the values added so far; undefined if no values were added or one of them is not ISO WKB.
   */
  statistics(): GeospatialStatistics | undefined;
}

/**
 * Creates a scan of WKB values, for the statistics of one column chunk. Returns undefined if the column is neither
 * GEOMETRY nor GEOGRAPHY.
 *
 * If a GEOGRAPHY column contains only points, the bounding box may cross the antimeridian. If it also contains lines or
 * polygons, the statistics have geometry types but no bounding box: edges on the globe are curved, and may leave the
 * box around their points.
 */
export function createGeometryScan({ annotation }: Pick<LeafNode, 'annotation'>): GeometryScan | undefined {
  const isGlobal = annotation?.kind === 'GEOGRAPHY';
  if (!isGlobal && annotation?.kind !== 'GEOMETRY') return undefined;
  const extent = new Extent();
  const types = new Set<number>();
  let isValid = true;
  return {
    add({ values, from, to }) {
      if (!isValid) return;
      try {
        for (const [view, start, end] of geometriesIn(values, from, to)) types.add(scanWkb(view, start, end, extent));
      } catch (error) {
        // A value that is not WKB is still written, but the statistics are then omitted, because readers assume that
        // they cover all values.
        if (!isParquetError(error)) throw error;
        isValid = false;
      }
    },
    statistics() {
      if (!isValid || types.size === 0) return undefined;
      const bbox = isGlobal ? globalBox(extent) : planarBox(extent);
      const geospatialTypes = [...types].sort((a, b) => a - b);
      return { ...(bbox === undefined ? {} : { bbox }), geospatialTypes };
    },
  };
}

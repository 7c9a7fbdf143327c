/** Computes the bounding box and the types of geometries. */
import { withPlace } from '@marquetry/core';
import { Extent, planarBox, scanWkb } from '@marquetry/logical/geospatial';
import type { GeospatialStatistics } from '@marquetry/metadata';

/**
 * Checks geometries in ISO WKB, and returns their planar bounding box and their types, in the form of the statistics of
 * a GEOMETRY column. Skips nulls.
 * @throws ParquetError for the same reasons as `wkbToGeoJson`, with the index of the invalid geometry as `row`.
 */
export function describeGeometries(geometries: Iterable<Uint8Array | null | undefined>): GeospatialStatistics {
  const extent = new Extent();
  const types = new Set<number>();
  let row = 0;
  for (const wkb of geometries) {
    if (wkb !== null && wkb !== undefined) types.add(scanned(wkb, extent, row));
    row++;
  }
  const bbox = planarBox(extent);
  const geospatialTypes = [...types].sort((a, b) => a - b);
  return bbox === undefined ? { geospatialTypes } : { bbox, geospatialTypes };
}

function scanned(wkb: Uint8Array, extent: Extent, row: number): number {
  try {
    return scanWkb(new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength), 0, wkb.length, extent);
  } catch (error) {
    throw withPlace(error, { row });
  }
}

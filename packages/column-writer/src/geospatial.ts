/** The statistics of GEOMETRY and GEOGRAPHY columns: code that only writers of such columns load. */
import { type OnDemand, onDemand } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

/**
 * Chunk writers add the statistics of geometries once this is loaded: `if (isGeospatial(leaf)) await geospatial.load()`.
 */
export const geospatial: OnDemand<typeof import('@marquetry/logical/geospatial')> = /* @__PURE__ */ onDemand(
  () => import('@marquetry/logical/geospatial'),
);

/** True for GEOMETRY and GEOGRAPHY, whose values are WKB. */
export function isGeospatial({ annotation }: Pick<LeafNode, 'annotation'>): boolean {
  return annotation?.kind === 'GEOMETRY' || annotation?.kind === 'GEOGRAPHY';
}

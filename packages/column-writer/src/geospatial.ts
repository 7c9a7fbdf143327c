/** Statistics of GEOMETRY and GEOGRAPHY columns. Only writers of such columns load this code. */
import { type OnDemand, onDemand } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

/**
 * The code for geospatial statistics, which is loaded on demand. Chunk writers add these statistics only once it is
 * loaded: `if (isGeospatial(leaf)) await geospatial.load()`.
 */
export const geospatial: OnDemand<typeof import('@marquetry/logical/geospatial')> = /* @__PURE__ */ onDemand(
  () => import('@marquetry/logical/geospatial'),
);

/** True for GEOMETRY and GEOGRAPHY columns, whose values are WKB. */
export function isGeospatial({ annotation }: Pick<LeafNode, 'annotation'>): boolean {
  return annotation?.kind === 'GEOMETRY' || annotation?.kind === 'GEOGRAPHY';
}

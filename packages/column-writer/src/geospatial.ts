/** Statistics of GEOMETRY and GEOGRAPHY columns. Only writers of such columns load this code. */
import { type OnDemand, onDemand } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

/**
 * A handle to the code for geospatial statistics. Chunk writers add these statistics only after it is loaded: `if
 * (isGeospatial(leaf)) await geospatial.load()`.
 */
export const geospatial: OnDemand<typeof import('@marquetry/logical/geospatial')> = /* @__PURE__ */ onDemand(
  () => import('@marquetry/logical/geospatial'),
);

/** True for GEOMETRY and GEOGRAPHY columns, whose values are WKB. */
export function isGeospatial({ annotation }: Pick<LeafNode, 'annotation'>): boolean {
  return annotation?.kind === 'GEOMETRY' || annotation?.kind === 'GEOGRAPHY';
}

/**
 * The code of VARIANT columns: loaded by the first read or write of rows that has such a column.
 */
import { type OnDemand, onDemand } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

export const variantCode: OnDemand<typeof import('@marquetry/variant')> = /* @__PURE__ */ onDemand(
  () => import('@marquetry/variant'),
);

/** Whether a column may be that of a VARIANT: each has one of this name. */
export function isMetadata({ name }: LeafNode): boolean {
  return name === 'metadata';
}

/** Loads the code for VARIANT columns when such a column is first read or written as rows. */
import { type OnDemand, onDemand } from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';

export const variantCode: OnDemand<typeof import('@marquetry/variant')> = /* @__PURE__ */ onDemand(
  () => import('@marquetry/variant'),
);

/** Returns true if a column may belong to a VARIANT: every VARIANT has a column named `metadata`. */
export function isMetadata({ name }: LeafNode): boolean {
  return name === 'metadata';
}

/** Paths into VARIANT columns, such as `event.user.id`. Their code is loaded by the first dataset with such a column. */
import { onDemand } from '@marquetry/core';
import type { Schema } from '@marquetry/schema';

const code = onDemand(() => import('@marquetry/variant/paths'));

export type VariantPaths = typeof import('@marquetry/variant/paths');

/** Resolves to undefined if the schema has no VARIANT column. */
export async function variantPathsOf({ leaves }: Schema): Promise<VariantPaths | undefined> {
  // Each VARIANT has a column of this name.
  return leaves.some(({ name }) => name === 'metadata') ? code.load() : undefined;
}

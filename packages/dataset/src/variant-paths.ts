/**
 * Paths into VARIANT columns, such as `event.user.id`. The code for them is loaded when the first dataset with a VARIANT column
 * is created.
 */
import { onDemand } from '@marquetry/core';
import type { Schema } from '@marquetry/schema';

const code = onDemand(() => import('@marquetry/variant/paths'));

export type VariantPaths = typeof import('@marquetry/variant/paths');

/** Loads the functions for paths into VARIANT columns. Resolves to `undefined` if the schema has no VARIANT column. */
export async function variantPathsOf({ leaves }: Schema): Promise<VariantPaths | undefined> {
  // Each VARIANT has a column named `metadata`.
  return leaves.some(({ name }) => name === 'metadata') ? code.load() : undefined;
}

/**
 * Loads the code for paths into VARIANT columns, such as `event.user.id`, when the first dataset with a VARIANT column
 * is created.
 */
import { onDemand } from '@marquetry/core';
import type { Schema } from '@marquetry/schema';

const code = onDemand(() => import('@marquetry/variant/paths'));

export type VariantPaths = typeof import('@marquetry/variant/paths');

/**
 * Loads the functions that resolve paths into VARIANT columns. Returns `undefined` if the schema has no VARIANT column.
 */
export async function variantPathsOf({ leaves }: Schema): Promise<VariantPaths | undefined> {
  // Each VARIANT column has a child column named `metadata`. A schema without one has no VARIANT column.
  return leaves.some(({ name }) => name === 'metadata') ? code.load() : undefined;
}

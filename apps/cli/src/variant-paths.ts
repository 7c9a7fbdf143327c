/** Paths into VARIANT columns, such as `event.user.id`. Their code is loaded by the first file with a VARIANT column. */
import { onDemand } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';

const code = onDemand(() => import('@marquetry/variant/paths'));

export type VariantPaths = typeof import('@marquetry/variant/paths');

/** Returns the code for paths, or undefined if the file has no VARIANT column. */
export async function variantPathsOf({ schema }: ParquetFile): Promise<VariantPaths | undefined> {
  // Each VARIANT has a column of this name.
  return schema.leaves.some(({ name }) => name === 'metadata') ? code.load() : undefined;
}

/**
 * Supports paths into VARIANT columns, such as `event.user.id`. The code for them is loaded when the first file with a
 * VARIANT column is opened.
 */
import { onDemand } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';

const code = onDemand(() => import('@marquetry/variant/paths'));

export type VariantPaths = typeof import('@marquetry/variant/paths');

/** Loads the functions that handle paths into VARIANT columns. Returns undefined if the file has no such column. */
export async function variantPathsOf({ schema }: ParquetFile): Promise<VariantPaths | undefined> {
  // Every VARIANT contains a column with this name, so a file without one has no VARIANT.
  return schema.leaves.some(({ name }) => name === 'metadata') ? code.load() : undefined;
}

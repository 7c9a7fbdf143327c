/** How many rows to decode at once. */
import { isParquetError } from '@marquetry/core';
import { type ParquetFile, rowsWithin } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';

/**
 * Returns the number of rows whose columns take about `byteLength` bytes, at most `most`. In a file of a table, the sizes are those of the
 * columns that store the leaves.
 */
export async function batchRowsOf(
  file: ParquetFile,
  leaves: readonly LeafNode[],
  { byteLength, most, signal }: { readonly byteLength: number; readonly most: number; readonly signal: AbortSignal },
): Promise<number> {
  const stored = leaves.flatMap((leaf) => storedLeaf(file, leaf) ?? []);
  return Math.min(most, await rowsWithin(file, stored, byteLength, { signal }));
}

/** Undefined for a column that the file does not have, or whose chunk is invalid: reading it reports the error. */
function storedLeaf(file: ParquetFile, column: LeafNode): LeafNode | undefined {
  if (file.metadata.rowGroups.length === 0) return undefined;
  try {
    return file.chunk({ rowGroup: 0, column }).leaf;
  } catch (error) {
    if (isParquetError(error)) return undefined;
    throw error;
  }
}

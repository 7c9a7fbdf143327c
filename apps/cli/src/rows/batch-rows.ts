/** Computes how many rows to decode at once. */
import { isParquetError } from '@marquetry/core';
import { type ParquetFile, rowsWithin } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';

/**
 * Returns the number of rows whose columns take about `byteLength` decoded bytes, or `most` if that is fewer. If
 * several files are read as one table, the columns of this file are measured, because the types in the merged table
 * may differ.
 */
export async function batchRowsOf(
  file: ParquetFile,
  leaves: readonly LeafNode[],
  { byteLength, most, signal }: { readonly byteLength: number; readonly most: number; readonly signal: AbortSignal },
): Promise<number> {
  const stored = leaves.flatMap((leaf) => storedLeaf(file, leaf) ?? []);
  return Math.min(most, await rowsWithin(file, stored, byteLength, { signal }));
}

/**
 * Returns the file's own column for `column`, which may be a column merged from several files. Returns undefined if the
 * file does not have the column or its chunk is invalid; reading the chunk later reports the error.
 */
function storedLeaf(file: ParquetFile, column: LeafNode): LeafNode | undefined {
  if (file.metadata.rowGroups.length === 0) return undefined;
  try {
    return file.chunk({ rowGroup: 0, column }).leaf;
  } catch (error) {
    if (isParquetError(error)) return undefined;
    throw error;
  }
}

/** The columns of an encrypted file, with and without their keys. */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { type ColumnChunk, columnChunkOf } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';

/** Gets the keys of columns. Returns the columns whose key is missing. */
export async function lockedColumns(
  file: ParquetFile,
  leaves: readonly LeafNode[],
  signal: AbortSignal,
): Promise<ReadonlySet<LeafNode>> {
  const locked = new Set<LeafNode>();
  if (file.encryption === undefined) return locked;
  for (const leaf of leaves) {
    try {
      await file.unlock([leaf], signal);
    } catch (error) {
      if (!isParquetError(error) || error.code !== 'INVALID_ARGUMENT') throw error;
      locked.add(leaf);
    }
  }
  return locked;
}

/** Returns a chunk with its metadata in plaintext, if its column is in plaintext or was unlocked. */
export function openedChunk(file: ParquetFile, rowGroup: number, leaf: LeafNode): ColumnChunk | undefined {
  const group = file.metadata.rowGroups[rowGroup];
  const stored = group && columnChunkOf(group, leaf.index);
  if (stored?.cryptoMetadata === undefined || file.encryption === undefined) return stored;
  try {
    return file.chunk({ rowGroup, column: leaf }).chunk;
  } catch (error) {
    if (isParquetError(error)) return stored;
    throw error;
  }
}

/** Returns the metadata of a chunk, decrypted if necessary. */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { type ColumnMetaData, columnChunkOf } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';

/** Returns the metadata of a chunk; undefined if it is missing or cannot be parsed, or if its column is encrypted and was not unlocked. */
export function openedMetaData(file: ParquetFile, rowGroup: number, leaf: LeafNode): ColumnMetaData | undefined {
  const group = file.metadata.rowGroups[rowGroup];
  try {
    const stored = group && columnChunkOf(group, leaf.index);
    if (stored?.metaData !== undefined || stored?.cryptoMetadata === undefined) return stored?.metaData;
    return file.encryption === undefined ? undefined : file.chunk({ rowGroup, column: leaf }).metaData;
  } catch (error) {
    if (isParquetError(error)) return undefined;
    throw error;
  }
}

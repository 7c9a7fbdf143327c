/** Finds the columns of an encrypted file whose keys are available, and those whose keys are missing. */
import { isParquetError } from '@marquetry/core';
import type { ParquetFile } from '@marquetry/file';
import { type ColumnChunk, columnChunkOf, type FileMetaData } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { printable } from '../terminal/printable.js';

/** Requests the keys of encrypted columns, and returns the columns whose key is missing. */
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

/**
 * Returns a column chunk. Its metadata is decrypted if the key of its column is available; otherwise, the chunk is
 * returned as stored in the footer.
 */
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

/**
 * Returns the columns whose keys are available. Prints a note with the names of the other columns; `left` is the part
 * of the note that states what happens to the other columns.
 * @throws ParquetError INVALID_ARGUMENT if all keys are missing, because there would be nothing to show.
 */
export async function readableColumns(
  file: ParquetFile,
  leaves: readonly LeafNode[],
  left: string,
  { messages, signal }: Context,
): Promise<readonly LeafNode[]> {
  const locked = await lockedColumns(file, leaves, signal);
  if (locked.size === 0) return leaves;
  if (locked.size === leaves.length) await file.unlock(leaves, signal);
  const named = [...locked].map(
    (leaf) => `${formatPath(leaf.path)} (--key ${keyIdOf(file.metadata, 0, leaf)}=env:NAME)`,
  );
  await messages.write(`marquetry: ${left}, because their keys are missing: ${printable(named.join(', '))}\n`);
  return leaves.filter((leaf) => !locked.has(leaf));
}

/**
 * Returns the id that `--key` uses for the key of a chunk: its key metadata as text, otherwise `footer` or
 * `column:PATH`. Returns null for a chunk in plaintext.
 */
export function keyIdOf(
  { footerSigningKeyMetadata, rowGroups }: FileMetaData,
  rowGroup: number,
  leaf: LeafNode,
): string | null {
  const group = rowGroups[rowGroup];
  const crypto = group && columnChunkOf(group, leaf.index)?.cryptoMetadata;
  if (crypto === undefined) return null;
  if (crypto.kind === 'ENCRYPTION_WITH_COLUMN_KEY')
    return textOf(crypto.keyMetadata) ?? `column:${formatPath(leaf.path)}`;
  return textOf(footerSigningKeyMetadata) ?? 'footer';
}

/** Returns key metadata as text; undefined if it is missing or not text. */
function textOf(metadata: Uint8Array | undefined): string | undefined {
  if (metadata === undefined || metadata.length === 0) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(metadata);
  } catch {
    return undefined;
  }
}

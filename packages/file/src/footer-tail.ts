/**
 * Page indexes read with the footer: both are at the end of a file, which is read in one request.
 *
 *   ... pages | column indexes | offset indexes | footer | length | magic
 *                   [-------- read at once, 64 KiB ---------------------]
 *                   [---- kept ----------------]
 */
import { briefChunkOf, type RowGroup } from '@marquetry/metadata';
import type { StoredBytes } from './kept-bytes.js';

/**
 * Copies the page indexes out of the bytes before the footer, so that the other bytes can be freed. Undefined if there
 * are none.
 */
export function indexesIn({ offset, bytes }: StoredBytes, rowGroups: readonly RowGroup[]): StoredBytes | undefined {
  const first = Math.max(offset, firstIndexOf(rowGroups));
  const start = first - offset;
  return start < bytes.length ? { offset: first, bytes: bytes.slice(start) } : undefined;
}

/** File offset at which page indexes begin: those of the first chunk come first. Infinity where the file has none. */
function firstIndexOf([group]: readonly RowGroup[]): number {
  try {
    const chunk = group && briefChunkOf(group, 0);
    if (chunk?.filePath) return Infinity;
    return Math.min(chunk?.columnIndexOffset ?? Infinity, chunk?.offsetIndexOffset ?? Infinity);
  } catch {
    // The error is thrown to the reader of the chunk.
    return Infinity;
  }
}

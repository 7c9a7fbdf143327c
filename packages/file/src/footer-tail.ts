/**
 * Keeps page indexes that were read together with the footer. Both are at the end of the file, so one request can read
 * them.
 *
 *   ... pages | column indexes | offset indexes | footer | length | magic
 *                   [-------- read at once, 64 KiB ---------------------]
 *                   [---- kept ----------------]
 */
import { briefChunkOf, type RowGroup } from '@marquetry/metadata';
import type { StoredBytes } from './kept-bytes.js';

/**
 * Copies the page indexes from the bytes before the footer, so that the other bytes can be freed. Returns undefined if
 * these bytes do not contain page indexes.
 */
export function indexesIn({ offset, bytes }: StoredBytes, rowGroups: readonly RowGroup[]): StoredBytes | undefined {
  const first = Math.max(offset, firstIndexOf(rowGroups));
  const start = first - offset;
  return start < bytes.length ? { offset: first, bytes: bytes.slice(start) } : undefined;
}

/**
 * Returns the file offset of the first page index, which belongs to the first chunk. Returns Infinity if the file does
 * not have page indexes.
 */
function firstIndexOf([group]: readonly RowGroup[]): number {
  try {
    const chunk = group && briefChunkOf(group, 0);
    if (chunk?.filePath) return Infinity;
    return Math.min(chunk?.columnIndexOffset ?? Infinity, chunk?.offsetIndexOffset ?? Infinity);
  } catch {
    // Ignore the error: reading the chunk throws it again.
    return Infinity;
  }
}

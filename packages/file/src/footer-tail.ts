/**
 * Page indexes read together with the footer. Both are at the end of the file, so one request reads them.
 *
 *   ... pages | column indexes | offset indexes | footer | length | magic
 *                   [-------- read at once, 64 KiB ---------------------]
 *                   [---- kept ----------------]
 */
import { briefChunkOf, type RowGroup } from '@marquetry/metadata';
import type { StoredBytes } from './kept-bytes.js';

/**
 * Copies the page indexes from the bytes before the footer, so that the other bytes can be freed. Returns undefined if there are none.
 */
export function indexesIn({ offset, bytes }: StoredBytes, rowGroups: readonly RowGroup[]): StoredBytes | undefined {
  const first = Math.max(offset, firstIndexOf(rowGroups));
  const start = first - offset;
  return start < bytes.length ? { offset: first, bytes: bytes.slice(start) } : undefined;
}

/** Returns the file offset at which page indexes begin: the indexes of the first chunk come first. Infinity if the file has none. */
function firstIndexOf([group]: readonly RowGroup[]): number {
  try {
    const chunk = group && briefChunkOf(group, 0);
    if (chunk?.filePath) return Infinity;
    return Math.min(chunk?.columnIndexOffset ?? Infinity, chunk?.offsetIndexOffset ?? Infinity);
  } catch {
    // Ignore the error here: a read of the chunk throws it.
    return Infinity;
  }
}

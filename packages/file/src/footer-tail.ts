/**
 * Page indexes that came with the footer: both lie at the end of a file, which is read at once.
 *
 *   ... pages | column indexes | offset indexes | footer | length | magic
 *                   [-------- read at once, 64 KiB ---------------------]
 *                   [---- kept ----------------]
 */
import { briefChunkOf, type RowGroup } from '@marquetry/metadata';
import type { StoredBytes } from './kept-bytes.js';

/**
 * What of the bytes in front of the footer holds page indexes, as a copy, so that the rest is not kept alive. Undefined where there
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
    // Whoever reads the chunk gets the error.
    return Infinity;
  }
}

/**
 * Estimates how much of a chunk a read needs, before the offset index is read.
 */
import type { ChunkLocation } from './chunk.js';
import { smallWindowBytes } from './page-stream.js';
import type { RowGroupRange } from './row-range.js';

/**
 * Estimated ratio of the memory of a parsed offset index to its stored size. A stored page location takes at least 8
 * bytes.
 */
export const indexExpansion = 16;

/**
 * A gap between selected rows is worth skipping only if its estimated stored size exceeds this many bytes. A smaller
 * gap rarely contains a whole page, because few pages are that small.
 */
const leastJump = 2 ** 12;

/** True if the read will probably not need all pages of the chunk. It then reads fewer bytes ahead. */
export function isPartial(location: ChunkLocation, range: RowGroupRange, isPlanned: boolean): boolean {
  if (isPlanned) return range.rowCount < location.rowCount;
  return range.to - range.from < location.rowCount || range.longestGap * rowBytes(location) > leastJump;
}

/**
 * True if skipping pages may save reads. Skipping saves nothing in small chunks, or if the selected rows start at row 0
 * and have no gaps.
 */
export function mayJump(location: ChunkLocation, range: RowGroupRange, isPlanned: boolean): boolean {
  if (isPlanned) return true;
  const byteLength = location.end - (location.start ?? 0);
  return byteLength > smallWindowBytes && (range.from > 0 || range.longestGap * rowBytes(location) > leastJump);
}

/** Returns the average stored size of a row in bytes. */
function rowBytes({ metaData, rowCount }: ChunkLocation): number {
  return metaData.totalCompressedSize / Math.max(rowCount, 1);
}

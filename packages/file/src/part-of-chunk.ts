/**
 * How much of a chunk a read needs, as far as can be told before its offset index is read.
 */
import type { ChunkLocation } from './chunk.js';
import { smallWindowBytes } from './page-stream.js';
import type { RowGroupRange } from './row-range.js';

/** Bytes of an offset index once it is parsed, per stored byte: a location takes 8 bytes or more as stored. */
export const indexExpansion = 16;

/** Pages smaller than this are rare, and hardly worth a jump. */
const leastJump = 2 ** 12;

/** True when some pages will not be asked for, as far as can be told without an index: then less is read ahead. */
export function isPartial(location: ChunkLocation, range: RowGroupRange, isPlanned: boolean): boolean {
  if (isPlanned) return range.rowCount < location.rowCount;
  return range.to - range.from < location.rowCount || range.longestGap * rowBytes(location) > leastJump;
}

/** True when jumping over pages may save something: of small chunks, and from the first row on, it does not. */
export function mayJump(location: ChunkLocation, range: RowGroupRange, isPlanned: boolean): boolean {
  if (isPlanned) return true;
  const byteLength = location.end - (location.start ?? 0);
  return byteLength > smallWindowBytes && (range.from > 0 || range.longestGap * rowBytes(location) > leastJump);
}

/** Stored bytes of a row. */
function rowBytes({ metaData, rowCount }: ChunkLocation): number {
  return metaData.totalCompressedSize / Math.max(rowCount, 1);
}

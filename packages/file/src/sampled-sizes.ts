/** Estimates the size of rows from a sample of the row groups in the footer. */
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import { columnChunkOf } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { ParquetFile } from './parquet-file.js';
import { type RowSelection, rowRanges } from './row-ranges.js';

/**
 * Minimum estimate of the memory per slot, in bytes. In the file, a slot may take almost no bytes, for example in RLE
 * runs of levels and indices.
 */
const slotBytes = 4;

/** Maximum number of row groups in the sample. It is small because the metadata of all their chunks must be parsed. */
const sampledGroups = 64;

/** Number of chunks to parse between two checks of the clock. */
const quickChunks = 2 ** 8;

/** Returns how many rows of the given columns take `byteLength` bytes, estimated from a sample of row groups. */
export async function rowsWithin(
  file: ParquetFile,
  leaves: readonly LeafNode[],
  byteLength: number,
  selection: RowSelection & { readonly signal?: AbortSignal },
): Promise<number> {
  const ranges = rowRanges(file.metadata.rowGroups, selection);
  const step = Math.ceil(ranges.length / sampledGroups);
  await file.unlock(leaves, selection.signal);
  let rowBytes = 1;
  let chunks = 0;
  for (let i = 0; i < ranges.length; i += step) {
    const ordinal = ranges[i]?.rowGroup ?? 0;
    const rowGroup = file.metadata.rowGroups[ordinal];
    if (rowGroup === undefined) continue;
    let bytes = 0;
    for (const leaf of leaves) {
      const stored = columnChunkOf(rowGroup, leaf.index);
      const chunk = stored?.cryptoMetadata === undefined ? stored : file.chunk({ rowGroup: ordinal, column: leaf });
      const { totalUncompressedSize = 0, numValues = 0 } = chunk?.metaData ?? {};
      bytes += Math.max(totalUncompressedSize, slotBytes * numValues);
      if (++chunks % quickChunks === 0) while (isTurnDue()) await yieldToEventLoop(selection.signal);
    }
    rowBytes = Math.max(rowBytes, bytes / Math.max(rowGroup.numRows, 1));
  }
  return Math.max(1, Math.floor(byteLength / rowBytes));
}

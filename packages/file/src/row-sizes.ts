/**
 * How many rows to read at a time.
 */
import { columnChunkOf } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { ParquetFile } from './parquet-file.js';

/** What a slot takes at least in memory, however small it was stored: runs of levels and indices take nothing. */
const slotBytes = 4;

/**
 * Rows of a batch whose columns take about `byteLength` bytes, by what the footer says of the row group with
 * the largest rows; at least 1.
 */
export function rowsWithin(file: ParquetFile, leaves: readonly LeafNode[], byteLength: number): number {
  let rowBytes = 1;
  for (const rowGroup of file.metadata.rowGroups) {
    let bytes = 0;
    for (const { index } of leaves) {
      const { totalUncompressedSize = 0, numValues = 0 } = columnChunkOf(rowGroup, index)?.metaData ?? {};
      bytes += Math.max(totalUncompressedSize, slotBytes * numValues);
    }
    rowBytes = Math.max(rowBytes, bytes / Math.max(rowGroup.numRows, 1));
  }
  return Math.max(1, Math.floor(byteLength / rowBytes));
}

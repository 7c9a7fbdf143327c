/**
 * How many rows to read at a time.
 */
import type { LeafNode } from '@marquetry/schema';
import type { ParquetFile } from './parquet-file.js';

/**
 * Rows of a batch whose columns take about `byteLength` bytes uncompressed, by what the footer says of the row group with
 * the largest rows; at least 1.
 */
export function rowsWithin(file: ParquetFile, leaves: readonly LeafNode[], byteLength: number): number {
  let rowBytes = 1;
  for (const { columns, numRows } of file.metadata.rowGroups) {
    const bytes = leaves.reduce((sum, { index }) => sum + (columns[index]?.metaData?.totalUncompressedSize ?? 0), 0);
    rowBytes = Math.max(rowBytes, bytes / Math.max(numRows, 1));
  }
  return Math.max(1, Math.floor(byteLength / rowBytes));
}

/** Estimates the size of decoded columns from the footer, before any page is read. */
import type { ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';

/** Assumed minimum number of bytes per value of variable width, including its offset. */
const likelyBytes = 16;

/**
 * Returns the expected decoded bytes per row of one column in a row group. For a column without lists, the result is at
 * least the width of a value.
 */
export function expectedRowBytes(
  { metadata }: ParquetFile,
  { index, width, maxRepetitionLevel }: LeafNode,
  rowGroup: number,
): number {
  const group = metadata.rowGroups[rowGroup];
  const stored = (group?.columns[index]?.metaData?.totalUncompressedSize ?? 0) / Math.max(group?.numRows ?? 0, 1);
  return Math.max(stored, maxRepetitionLevel > 0 ? 0 : width || likelyBytes);
}

/**
 * What each worker reads: row groups side by side, and, where there are fewer row groups than workers, columns of one.
 *
 *   4 row groups, 2 workers     0 | 1        2 | 3           as workers become free
 *   1 row group, 2 workers      columns a b | columns c      of about the same size
 */
import type { ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';

/** Columns that one worker reads of a range: their places in the request. */
export type ColumnShare = readonly number[];

/** How the columns of each of `ranges` row groups are shared out. */
export function shareColumns(
  { metadata }: ParquetFile,
  leaves: readonly LeafNode[],
  ranges: number,
  workers: number,
): readonly ColumnShare[] {
  const count = Math.min(leaves.length, ranges === 0 ? 1 : Math.ceil(workers / ranges));
  if (count <= 1) return [leaves.map((_, i) => i)];
  const [rowGroup] = metadata.rowGroups;
  const sizes = leaves.map(({ index }) => rowGroup?.columns[index]?.metaData?.totalUncompressedSize ?? 0);
  const shares = Array.from({ length: count }, () => ({ columns: [] as number[], bytes: 0 }));
  // The largest first, each to the share that has least: at most a third above the best split (Graham 1969).
  const bySize = leaves.map((_, i) => i).sort((a, b) => (sizes[b] as number) - (sizes[a] as number));
  for (const column of bySize) {
    const least = shares.reduce((best, share) => (share.bytes < best.bytes ? share : best));
    least.columns.push(column);
    // One byte more: columns without a size are shared out too.
    least.bytes += (sizes[column] as number) + 1;
  }
  return shares.map(({ columns }) => columns.sort((a, b) => a - b));
}

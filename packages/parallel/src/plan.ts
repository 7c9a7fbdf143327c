/**
 * Distributes the work of a read among workers. If there are at least as many row groups as workers, each worker reads
 * whole row groups. Otherwise, several workers share a row group, and each reads some of its columns.
 *
 *   4 row groups, 2 workers     worker 0: row groups 0, 2     worker 1: row groups 1, 3
 *   1 row group, 2 workers      worker 0: columns a, b        worker 1: column c             of about the same size
 */
import type { ParquetFile } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';

/** The columns of a row group that one worker reads, as indices into the requested columns. */
export type ColumnShare = readonly number[];

/**
 * Divides the requested columns among the workers that read the same row group. `ranges` is the number of row groups to
 * read.
 */
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
  // Assign the largest columns first. The worker with the most bytes then has at most a third more bytes than in the
  // best possible distribution (Graham 1969).
  const bySize = leaves.map((_, i) => i).sort((a, b) => (sizes[b] as number) - (sizes[a] as number));
  for (const column of bySize) {
    const least = shares.reduce((best, share) => (share.bytes < best.bytes ? share : best));
    least.columns.push(column);
    // Add one byte, so that columns of unknown size are distributed evenly.
    least.bytes += (sizes[column] as number) + 1;
  }
  return shares.map(({ columns }) => columns.sort((a, b) => a - b));
}

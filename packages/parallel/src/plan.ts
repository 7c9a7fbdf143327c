/**
 * Distributes the work of a read among workers.
 *
 *   4 small row groups, 2 workers    worker 0: row groups 0, 2          worker 1: row groups 1, 3
 *   large row groups, 2 workers      worker 0: columns a, b of each     worker 1: column c of each (similar work)
 *
 * Batches are returned in row order. While the batches of one row group are returned, other workers decode the next row
 * groups, until their waiting batches reach a limit in bytes. The columns of a row group are therefore divided among
 * several workers if the row group exceeds this limit, or if there are fewer row groups than workers.
 */
import type { ParquetFile, RowGroupRange } from '@marquetry/file';
import type { LeafNode } from '@marquetry/schema';
import { expectedRowBytes } from './expected-bytes.js';

/** The columns of a row group that one worker reads, as indices into the requested columns. */
export type ColumnShare = readonly number[];

/**
 * Divides the requested columns among the workers that read the same row group.
 * @param mostUnread Maximum total size in bytes of the decoded batches that wait for the calling thread, per worker.
 */
export function shareColumns(
  file: ParquetFile,
  leaves: readonly LeafNode[],
  ranges: readonly RowGroupRange[],
  workers: number,
  mostUnread: number,
): readonly ColumnShare[] {
  const rowGroup = ranges[0]?.rowGroup ?? 0;
  const rows = ranges.reduce((sum, { rowCount }) => sum + rowCount, 0) / Math.max(ranges.length, 1);
  const rangeBytes = rows * leaves.reduce((bytes, leaf) => bytes + expectedRowBytes(file, leaf, rowGroup), 0);
  const count = Math.min(leaves.length, workersPerRange(ranges.length, workers, rangeBytes / mostUnread));
  if (count <= 1) return [leaves.map((_, i) => i)];
  const times = leaves.map((leaf) => expectedTime(file, leaf, rowGroup));
  const shares = Array.from({ length: count }, () => ({ columns: [] as number[], time: 0 }));
  // Assign the slowest columns first. The worker with the most work then has at most a third more work than in
  // the best possible distribution (Graham 1969).
  const byTime = leaves.map((_, i) => i).sort((a, b) => (times[b] as number) - (times[a] as number));
  for (const column of byTime) {
    const least = shares.reduce((best, share) => (share.time < best.time ? share : best));
    least.columns.push(column);
    least.time += times[column] as number;
  }
  return shares.map(({ columns }) => columns.sort((a, b) => a - b));
}

/**
 * Returns how many workers read the same row group: enough to keep all workers busy, and at least `least`. The result
 * is a divisor of `workers`, so that no worker is left without columns (unless there are too few columns).
 */
function workersPerRange(ranges: number, workers: number, least: number): number {
  const wanted = Math.min(workers, Math.max(least, ranges === 0 ? 1 : workers / ranges));
  for (let count = 1; count < workers; count++) if (count >= wanted && workers % count === 0) return count;
  return workers;
}

/**
 * Estimates how long it takes to decode one column of a row group, in nanoseconds. The factors were measured with TPC-H
 * lineitem (SNAPPY, dictionary-encoded and plain columns); only the proportions of the results matter.
 */
function expectedTime({ metadata }: ParquetFile, leaf: LeafNode, rowGroup: number): number {
  const chunk = metadata.rowGroups[rowGroup]?.columns[leaf.index]?.metaData;
  const storedBytes = chunk?.totalUncompressedSize ?? 0;
  // Add one, so that columns without values are distributed evenly.
  const values = (chunk?.numValues ?? 0) + 1;
  return 1.15 * storedBytes + values * timePerValue(leaf.width);
}

/** Returns the time in nanoseconds to copy one value. `width` is in bytes, and 0 if the values vary in width. */
function timePerValue(width: number): number {
  if (width === 0) return 9;
  return width === 4 || width === 8 ? 1 + width / 4 : 7;
}

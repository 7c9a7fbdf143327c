/**
 * The rows that a scan may look at, by row groups.
 */
import { type ParquetFile, type RowSelection, rowRanges } from '@marquetry/file';
import type { AskedRows } from '../plan/planner.js';
import type { Range } from '../plan/ranges.js';

/**
 * Row groups and rows as the caller restricts them. `offset` and `limit` are only checked: they count rows that pass.
 * @throws ParquetError INVALID_ARGUMENT for what is not a count of rows, or not a range of them.
 */
export function askedRows(
  file: ParquetFile,
  { rowGroups, rows, offset = 0, limit = Number.POSITIVE_INFINITY }: RowSelection,
): readonly AskedRows[] {
  rowRanges([], { offset, limit });
  const selection = { ...(rowGroups !== undefined && { rowGroups }), ...(rows !== undefined && { rows }) };
  return rowRanges(file.metadata.rowGroups, selection).map(({ rowGroup, from, to, runs }) => {
    if (runs === undefined) return { rowGroup, rows: [[from, to]] };
    const ranges = Array.from(
      { length: runs.length >> 1 },
      (_, i): Range => [runs[2 * i] as number, runs[2 * i + 1] as number],
    );
    return { rowGroup, rows: ranges };
  });
}

/**
 * The rows that a scan may look at, by row groups.
 */
import { type ParquetFile, type ReadBatchesOptions, rowRanges } from '@marquetry/file';
import type { AskedRows } from '../plan/planner.js';
import type { Range } from '../plan/ranges.js';

/** Row groups and rows as the caller restricts them. Offset and limit are left out: they count rows that pass. */
export function askedRows(
  file: ParquetFile,
  { rowGroups, rows }: Pick<ReadBatchesOptions, 'rowGroups' | 'rows'>,
): readonly AskedRows[] {
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

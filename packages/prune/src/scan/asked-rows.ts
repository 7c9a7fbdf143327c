/**
 * The rows that a scan may look at, by row groups.
 */
import type { ParquetFile, RowSelection } from '@marquetry/file';
import { rangesOf, rowRanges } from '@marquetry/file/row-ranges';
import type { AskedRows } from '../plan/planner.js';

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
  return rowRanges(file.metadata.rowGroups, selection).map((range) => ({
    rowGroup: range.rowGroup,
    rows: rangesOf(range),
  }));
}

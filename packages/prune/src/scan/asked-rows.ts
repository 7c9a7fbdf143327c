/**
 * Finds the rows that the options of a scan select, per row group.
 */
import type { ParquetFile, RowSelection } from '@marquetry/file';
import { rangesOf, rowRanges } from '@marquetry/file/row-ranges';
import type { AskedRows } from '../plan/planner.js';

/**
 * Returns the rows that the caller's `rowGroups` and `rows` select. `offset` and `limit` are checked but not applied
 * here, because they count rows that match the predicate.
 * @throws ParquetError INVALID_ARGUMENT if a count of rows or a range of rows is invalid.
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

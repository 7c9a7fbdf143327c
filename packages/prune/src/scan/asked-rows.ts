/**
 * Finds the rows of each row group that the options of a scan select.
 */
import type { ParquetFile, RowSelection } from '@marquetry/file';
import { rangesOf, rowRanges } from '@marquetry/file/row-ranges';
import type { AskedRows } from '../plan/planner.js';

/**
 * Returns the rows that the caller's `rowGroups` and `rows` select. `offset` and `limit` are checked but not applied
 * here, because they count rows that match the predicate.
 * @throws ParquetError INVALID_ARGUMENT if one of these options is invalid.
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

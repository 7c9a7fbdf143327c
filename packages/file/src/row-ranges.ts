/**
 * Divides the rows to read among the row groups.
 */
import { selectionOfRuns } from '@marquetry/column';
import { ParquetError } from '@marquetry/core';
import type { RowGroup } from '@marquetry/metadata';
import { isCount, type PlacedGroup, type RowGroupRange, type SelectedRows } from './row-range.js';

/** Options that select the rows of a file to read. */
export interface RowSelection {
  /** The row groups to read, by ordinal, in the given order. Default: all. */
  readonly rowGroups?: readonly number[];
  /**
   * Ranges `[from, to)` of rows; default all. Row 0 is the first row of the first row group in `rowGroups`. Ranges must
   * ascend and must not overlap. For many short ranges, use `rowsOfBits` from `@marquetry/file/row-bits`. Pages without
   * a selected row are not read if the chunk has an offset index; otherwise, they are read but not decoded.
   */
  readonly rows?: readonly (readonly [from: number, to: number])[] | SelectedRows;
  /** Number of selected rows to skip first; default 0. */
  readonly offset?: number;
  /** Maximum number of rows to read; default all. */
  readonly limit?: number;
}

/**
 * Returns the rows to read, one range per row group.
 * @throws ParquetError INVALID_ARGUMENT if the options are invalid.
 */
export function rowRanges(rowGroups: readonly RowGroup[], options: RowSelection): RowGroupRange[] {
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = options;
  if (!isCount(offset) || !(isCount(limit) || limit === Number.POSITIVE_INFINITY)) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      `\`offset\` and \`limit\` must be row counts, got ${offset} and ${limit}`,
    );
  }
  const groups: PlacedGroup[] = [];
  let end = 0;
  for (const ordinal of options.rowGroups ?? rowGroups.keys()) {
    const rowGroup = rowGroups[ordinal];
    if (rowGroup === undefined) {
      throw new ParquetError(
        'INVALID_ARGUMENT',
        `\`rowGroups\` contains ${ordinal}, but the file has ${rowGroups.length} row groups`,
      );
    }
    groups.push({ ordinal, start: end, rows: rowGroup.numRows });
    end += rowGroup.numRows;
  }
  const { rows = [[0, end] as const] } = options;
  if (isSelectedRows(rows)) return rows.rangesIn(groups, end, offset, offset + limit);
  return rangesIn(groups, rows, end, offset, offset + limit);
}

function isSelectedRows(rows: Ranges | SelectedRows): rows is SelectedRows {
  return typeof (rows as Partial<SelectedRows> | null)?.rangesIn === 'function';
}

/**
 * Returns the selected rows of a row group as ranges. Pass them as {@link RowSelection.rows} to a read of only that row
 * group.
 */
export function rangesOf({ from, to, selection }: RowGroupRange): (readonly [number, number])[] {
  const runs = selection?.runs() ?? [from, to];
  return Array.from({ length: runs.length >> 1 }, (_, i) => [runs[2 * i] as number, runs[2 * i + 1] as number]);
}

/** True if one of the rows `[first, end)` is selected. */
export function hasRow({ from, to, selection }: RowGroupRange, first: number, end: number): boolean {
  const start = Math.max(from, first);
  const stop = Math.min(to, end);
  return start < stop && (selection === undefined || selection.has(start, stop));
}

/**
 * Returns the first selected row at or after `row`. If there is none, returns a number that is not less than `to`.
 * `row` must be less than `to`.
 */
export function nextRow({ from, to, selection }: RowGroupRange, row: number): number {
  if (row < from) return from;
  return selection === undefined ? Math.min(row, to) : selection.next(row);
}

/**
 * Returns, per row group, the rows of the given ranges whose positions among all rows of the ranges are in `[from, to)`,
 * counted from 0. `rowCount` is the number of rows in all row groups.
 * @throws ParquetError INVALID_ARGUMENT if a range is invalid. The error names the first invalid range.
 */
export function rangesIn(
  groups: readonly PlacedGroup[],
  ranges: Ranges,
  rowCount: number,
  from: number,
  to: number,
): RowGroupRange[] {
  requireRanges(ranges, rowCount);
  const found: RowGroupRange[] = [];
  /** The number of selected rows in the ranges before `ranges[i]`. */
  let passed = 0;
  let i = 0;
  for (const { ordinal, start, rows } of groups) {
    const groupEnd = start + rows;
    const runs: number[] = [];
    /** The end of the previous run of rows. A run that starts at this row is joined to it. */
    let last = -1;
    for (; i < ranges.length; i++) {
      const range = ranges[i] as Ranges[number];
      const rangeStart = range[0];
      const rangeEnd = range[1];
      const first = Math.max(Math.max(rangeStart, start), rangeStart + from - passed) - start;
      const end = Math.min(Math.min(rangeEnd, groupEnd), rangeStart + to - passed) - start;
      if (first < end) {
        if (first === last) runs[runs.length - 1] = end;
        else runs.push(first, end);
        last = end;
      }
      // The range continues in the next row group.
      if (rangeEnd > groupEnd) break;
      passed += rangeEnd - rangeStart;
    }
    if (runs.length > 0) found.push(rangeOf(ordinal, runs));
  }
  return found;
}

function rangeOf(rowGroup: number, bounds: readonly number[]): RowGroupRange {
  const from = bounds[0] as number;
  const to = bounds[bounds.length - 1] as number;
  if (bounds.length === 2) return { rowGroup, from, to, rowCount: to - from, longestGap: 0 };
  const selection = selectionOfRuns(new Float64Array(bounds));
  const rowCount = selection.count(from, to);
  return { rowGroup, from, to, rowCount, longestGap: selection.longestGap(), selection };
}

export type Ranges = readonly (readonly [from: number, to: number])[];

function requireRanges(ranges: Ranges, rowCount: number): void {
  if (!Array.isArray(ranges)) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      '`rows` must be an array of ranges [from, to], or made by rowsOfBits from @marquetry/file/row-bits',
    );
  }
  let end = 0;
  for (let i = 0; i < ranges.length; i++) {
    const range: Ranges[number] | undefined = ranges[i];
    // There may be as many ranges as rows, so checking a valid range must be fast.
    if (Array.isArray(range) && range.length === 2) {
      const from = range[0];
      const to = range[1];
      if (isCount(from) && isCount(to) && from >= end && from <= to && to <= rowCount) {
        end = to;
        continue;
      }
    }
    throw wrongRange(range, i, end, rowCount);
  }
}

function wrongRange(range: unknown, i: number, end: number, rowCount: number): ParquetError {
  const [from, to, more] = Array.isArray(range) ? (range as readonly unknown[]) : [];
  const isRange = isCount(from) && isCount(to) && from <= to && more === undefined;
  const name = `\`rows[${i}]\``;
  const rule = !isRange
    ? `${name} must be two row numbers [from, to] with from <= to`
    : from < end
      ? `${name} must not start before row ${end}, where the range before it ends`
      : `${name} must not end after row ${rowCount}, where the row groups to read end`;
  return new ParquetError('INVALID_ARGUMENT', `${rule}, got ${shown(range)}`);
}

function shown(range: unknown): string {
  if (Array.isArray(range)) return `[${range.slice(0, 3).map(shown).join(', ')}]`;
  return typeof range === 'object' && range !== null ? 'an object' : String(range);
}

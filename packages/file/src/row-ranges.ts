/**
 * Rows to read, by row groups.
 */
import type { RowRuns } from '@marquetry/column';
import { ParquetError } from '@marquetry/core';
import type { RowGroup } from '@marquetry/metadata';

/** Rows of a row group: all of `[from, to)`, or runs of them. */
export interface RowRange {
  readonly rowGroup: number;
  readonly from: number;
  readonly to: number;
  /** How many are selected. */
  readonly rowCount: number;
  /** Rows of the longest gap between runs; 0 without one. */
  readonly longestGap: number;
  /** The runs that are selected, of which the first starts at `from` and the last ends at `to`; absent: all rows. */
  readonly runs?: RowRuns;
}

/** Which rows of a file are asked for. */
export interface RowSelection {
  /** Ordinals of row groups, in the order to read them; default all. */
  readonly rowGroups?: readonly number[];
  /**
   * Ranges `[from, to)` of rows, counted over those row groups; default all. They ascend, and may touch but not overlap.
   * Pages without a row of them are not read where an offset index tells where pages are, and not decoded elsewhere.
   */
  readonly rows?: readonly (readonly [from: number, to: number])[];
  /** Rows to skip first, of those that are selected; default 0. */
  readonly offset?: number;
  /** Rows to read at most; default all. */
  readonly limit?: number;
}

/** The rows to read, one range per row group. @throws ParquetError INVALID_ARGUMENT. */
export function rowRanges(rowGroups: readonly RowGroup[], options: RowSelection): RowRange[] {
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = options;
  if (!isCount(offset) || !(isCount(limit) || limit === Number.POSITIVE_INFINITY)) {
    throw new ParquetError('INVALID_ARGUMENT', `offset ${offset} and limit ${limit} must be counts of rows`);
  }
  const groups: PlacedGroup[] = [];
  let end = 0;
  for (const ordinal of options.rowGroups ?? rowGroups.keys()) {
    const rowGroup = rowGroups[ordinal];
    if (rowGroup === undefined) {
      throw new ParquetError('INVALID_ARGUMENT', `row group ${ordinal} is not there: there are ${rowGroups.length}`);
    }
    groups.push({ ordinal, start: end, rows: rowGroup.numRows });
    end += rowGroup.numRows;
  }
  const selected = options.rows === undefined ? [[0, end] as const] : requireRanges(options.rows, end);
  return selectedRows(groups, selected, offset, offset + limit);
}

/** The same rows as {@link RowSelection.rows} of a read of that row group alone. */
export function rangesOf({ from, to, runs = Float64Array.of(from, to) }: RowRange): (readonly [number, number])[] {
  return Array.from({ length: runs.length >> 1 }, (_, i) => [runs[2 * i] as number, runs[2 * i + 1] as number]);
}

/** The first selected row at or after `row`, which is below `to`. */
export function nextRow({ from, to, runs }: RowRange, row: number): number {
  if (row < from) return from;
  if (runs === undefined) return Math.min(row, to);
  let low = 0;
  let high = runs.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[2 * middle + 1] as number) <= row) low = middle + 1;
    else high = middle;
  }
  return Math.max(row, runs[2 * low] ?? to);
}

/** A row group, and where it starts in the rows of all that are asked for. */
interface PlacedGroup {
  readonly ordinal: number;
  readonly start: number;
  readonly rows: number;
}

/** The parts of ranges that lie in each row group, of their rows `[from, to)`. */
function selectedRows(
  groups: readonly PlacedGroup[],
  ranges: readonly (readonly [number, number])[],
  from: number,
  to: number,
): RowRange[] {
  const found: RowRange[] = [];
  /** Selected rows in the ranges before `ranges[i]`. */
  let passed = 0;
  let i = 0;
  for (const { ordinal, start, rows } of groups) {
    const runs: number[] = [];
    for (; i < ranges.length; i++) {
      const [rangeStart, rangeEnd] = ranges[i] as readonly [number, number];
      const first = Math.max(rangeStart, start, rangeStart + from - passed);
      const end = Math.min(rangeEnd, start + rows, rangeStart + to - passed);
      if (first < end) append(runs, first - start, end - start);
      // It goes on in the next row group.
      if (rangeEnd > start + rows) break;
      passed += rangeEnd - rangeStart;
    }
    if (runs.length > 0) found.push(rangeOf(ordinal, runs));
  }
  return found;
}

/** Appends a run; joins it to one that it touches. */
function append(runs: number[], from: number, to: number): void {
  if (runs.length > 0 && runs[runs.length - 1] === from) runs[runs.length - 1] = to;
  else runs.push(from, to);
}

function rangeOf(rowGroup: number, runs: readonly number[]): RowRange {
  const from = runs[0] as number;
  const to = runs[runs.length - 1] as number;
  if (runs.length === 2) return { rowGroup, from, to, rowCount: to - from, longestGap: 0 };
  let rowCount = 0;
  let longestGap = 0;
  for (let i = 0; i < runs.length; i += 2) {
    rowCount += (runs[i + 1] as number) - (runs[i] as number);
    if (i > 0) longestGap = Math.max(longestGap, (runs[i] as number) - (runs[i - 1] as number));
  }
  return { rowGroup, from, to, rowCount, longestGap, runs: Float64Array.from(runs) };
}

/** @throws ParquetError INVALID_ARGUMENT that names the first range that is wrong. */
function requireRanges(
  ranges: NonNullable<RowSelection['rows']>,
  rowCount: number,
): readonly (readonly [number, number])[] {
  if (!Array.isArray(ranges)) {
    throw new ParquetError('INVALID_ARGUMENT', '`rows` must be an array of ranges [from, to]');
  }
  let end = 0;
  for (const [i, range] of ranges.entries()) {
    const [from, to] = Array.isArray(range) ? range : [];
    const isRange = isCount(from) && isCount(to) && from <= to && range.length === 2;
    const fault = !isRange
      ? 'must be two counts of rows [from, to], from <= to'
      : from < end
        ? `must not start before row ${end}, where the range before it ends`
        : to > rowCount
          ? `must end by row ${rowCount}: the row groups that are read have no more`
          : undefined;
    if (fault !== undefined) {
      throw new ParquetError('INVALID_ARGUMENT', `\`rows[${i}]\` ${fault}, got ${shown(range)}`);
    }
    end = to;
  }
  return ranges;
}

function shown(range: unknown): string {
  return Array.isArray(range) ? `[${range.slice(0, 3).map(String).join(', ')}]` : String(range);
}

export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

/**
 * Rows to read, by row groups.
 */
import { ParquetError } from '@marquetry/core';
import type { RowGroup } from '@marquetry/metadata';

/** Rows `[from, to)` of a row group. */
export interface RowRange {
  readonly rowGroup: number;
  readonly from: number;
  readonly to: number;
}

/** Which rows of a file are asked for. */
export interface RowSelection {
  /** Ordinals of row groups, in the order to read them; default all. */
  readonly rowGroups?: readonly number[];
  /** Rows of those row groups to skip first; default 0. */
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
  const ranges: RowRange[] = [];
  let passed = 0;
  for (const ordinal of options.rowGroups ?? rowGroups.keys()) {
    const rowGroup = rowGroups[ordinal];
    if (rowGroup === undefined) {
      throw new ParquetError('INVALID_ARGUMENT', `row group ${ordinal} is not there: there are ${rowGroups.length}`);
    }
    const from = Math.max(0, offset - passed);
    const to = Math.min(rowGroup.numRows, offset + limit - passed);
    if (from < to) ranges.push({ rowGroup: ordinal, from, to });
    passed += rowGroup.numRows;
  }
  return ranges;
}

export function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0;
}

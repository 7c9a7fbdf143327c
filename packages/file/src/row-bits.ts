/**
 * The entry point `@marquetry/file/row-bits`, which selects rows by a bitmap, such as the result of a filter. The code
 * is part of the object that is passed to a read, so programs without filters do not load it.
 *
 *   first 3, count 10    bits 0 1 1 0 0 0 0 1 0 0    ->    rows 4, 5, 10
 */
import { copyBits, endOfOnes, findBit, findLastBit } from '@marquetry/bit-io';
import { type Selection, selectionOfRuns } from '@marquetry/column';
import { BitSelection, quickestOfRuns, runsOf, type SelectedBits, selectionOfBits } from '@marquetry/column/kept';
import { ParquetError } from '@marquetry/core';
import { isCount, type PlacedGroup, type RowGroupRange, type SelectedRows } from './row-range.js';
import { type Ranges, type RowSelection, rangesIn, rangesOf } from './row-ranges.js';

/**
 * A selection of rows with one bit per row: row `first + i` is selected if bit `i & 7` of byte `i >> 3` is 1. It is
 * faster than many short ranges.
 */
export interface RowBits {
  readonly bits: Uint8Array;
  /** The row to which the first bit belongs. */
  readonly first: number;
  /** Number of bits. Rows from `first + count` on are not selected. */
  readonly count: number;
}

/**
 * Converts a bitmap to a value for the `rows` option of a read. The value aliases the bitmap.
 * @throws ParquetError INVALID_ARGUMENT if the argument is not a `RowBits`. Reading throws the same code if the file
 * has fewer rows.
 */
export function rowsOfBits(rows: RowBits): SelectedRows {
  const { bits, first, count } = rows;
  if (!(bits instanceof Uint8Array && isCount(first) && isCount(count) && count <= 8 * bits.length)) {
    const what =
      'rowsOfBits needs { bits, first, count }: at least `count` bits in a Uint8Array, a row number and a row count';
    throw new ParquetError('INVALID_ARGUMENT', what);
  }
  return { rangesIn: (groups, rowCount, from, to) => selectedBits(groups, requireWithin(rows, rowCount), from, to) };
}

/**
 * Converts ranges of rows to a value for the `rows` option of a read, which checks the ranges. If they are short and
 * close together, the read converts them to a bitmap, which is faster.
 */
export function rowsOfRanges(ranges: Ranges): SelectedRows {
  return {
    rangesIn: (groups, rowCount, from, to) => rangesIn(groups, ranges, rowCount, from, to).map(quickest),
  };
}

function quickest(range: RowGroupRange): RowGroupRange {
  const { rowGroup, from, to, selection } = range;
  return selection === undefined ? range : rangeOf(rowGroup, from, to, quickestOfRuns(selection.runs()));
}

/** Rows as plain data that can be sent to another thread: ranges `[from, to)`, or bits. */
export type SentRows = Ranges | RowBits;

/**
 * Returns a copy of the selected rows of one row group as plain data, which another thread can use to read that row
 * group.
 */
export function sentRows(range: RowGroupRange): SentRows {
  const { from, to, selection } = range;
  if (!(selection instanceof BitSelection)) return rangesOf(range);
  const { bits, origin } = selection.rows;
  const own = new Uint8Array(Math.ceil((to - from) / 8));
  copyBits(bits, from - origin, own, 0, to - from);
  return { bits: own, first: from, count: to - from };
}

/** Converts rows that were received from another thread to a value for the `rows` option of a read. */
export function receivedRows(rows: SentRows): NonNullable<RowSelection['rows']> {
  return 'bits' in rows ? rowsOfBits(rows) : rows;
}

function requireWithin(rows: RowBits, rowCount: number): RowBits {
  const { first, count } = rows;
  if (first + count <= rowCount) return rows;
  const what = `\`rows\` has bits up to row ${first + count}, but the row groups to read have ${rowCount} rows`;
  throw new ParquetError('INVALID_ARGUMENT', what);
}

/**
 * Returns, per row group, the selected rows whose positions among all selected rows are in `[from, to)`, counted from
 * 0.
 */
function selectedBits(
  groups: readonly PlacedGroup[],
  { bits, first, count }: RowBits,
  from: number,
  to: number,
): RowGroupRange[] {
  const last = Number.isFinite(to) ? endOfOnes(bits, 0, count, to) : count;
  const start = endOfOnes(bits, 0, last, from);
  const found: RowGroupRange[] = [];
  for (const { ordinal, start: groupStart, rows } of groups) {
    const origin = first - groupStart;
    const end = Math.min(last, rows - origin);
    const begin = findBit(bits, Math.max(start, -origin), end, 1);
    if (begin >= end) continue;
    if (end + origin > mostBits) {
      found.push(rangeOfRuns(ordinal, { bits, origin, from: begin + origin, to: end + origin }));
      continue;
    }
    // The bitmap starts at row 0 of the row group, because pages are read from their first row.
    const own = new Uint8Array(Math.ceil((end + origin) / 8));
    copyBits(bits, begin, own, begin + origin, end - begin);
    found.push(rangeOfBits(ordinal, { bits: own, origin: 0, from: begin + origin, to: end + origin }));
  }
  return found;
}

/**
 * Maximum length of a bitmap of rows, in bits. Rows that are selected beyond it are described by ranges instead: a bitmap
 * of this length takes 32 MiB, and positions in bitmaps must fit in 32-bit integers.
 */
const mostBits = 2 ** 28;

function rangeOfRuns(rowGroup: number, rows: SelectedBits): RowGroupRange {
  const runs = runsOf(rows);
  return rangeOf(rowGroup, runs[0] as number, runs[runs.length - 1] as number, selectionOfRuns(runs));
}

/** Returns the rows of a row group that a bitmap selects. */
function rangeOfBits(rowGroup: number, rows: SelectedBits): RowGroupRange {
  const { bits, origin, from } = rows;
  const to = findLastBit(bits, from - origin, rows.to - origin) + 1 + origin;
  return rangeOf(rowGroup, from, to, selectionOfBits({ ...rows, to }));
}

function rangeOf(rowGroup: number, from: number, to: number, selection: Selection | undefined): RowGroupRange {
  if (selection === undefined) return { rowGroup, from, to, rowCount: to - from, longestGap: 0 };
  return { rowGroup, from, to, rowCount: selection.count(from, to), longestGap: selection.longestGap(), selection };
}

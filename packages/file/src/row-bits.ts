/**
 * Rows that are asked for by a bit each, as a filter leaves them.
 *
 *   first 3, count 10    bits 0 1 1 0 0 0 0 1 0 0    ->    rows 4, 5, 10
 */
import { copyBits, endOfOnes, findBit } from '@marquetry/bit-io';
import { longestGap, rowsSelected, runsOf, type SelectedBits, selectionOf } from '@marquetry/column';
import { ParquetError } from '@marquetry/core';
import { isCount, type PlacedGroup, type RowRange } from './row-range.js';

/** A bit per row: row `first + i` is selected if bit `i & 7` of byte `i >> 3` is 1. For rows that make many short ranges. */
export interface RowBits {
  readonly bits: Uint8Array;
  /** The row of the first bit. */
  readonly first: number;
  /** How many rows there are bits of: no others are selected. */
  readonly count: number;
}

export function isRowBits(rows: object): rows is RowBits {
  return typeof rows === 'object' && rows !== null && !Array.isArray(rows);
}

/** @throws ParquetError INVALID_ARGUMENT. */
export function requireBits(rows: RowBits, rowCount: number): RowBits {
  const { bits, first, count } = rows;
  if (!(bits instanceof Uint8Array && isCount(first) && isCount(count) && count <= 8 * bits.length)) {
    const what = '`rows` as bits must be { bits, first, count }: a Uint8Array of `count` bits, and two counts of rows';
    throw new ParquetError('INVALID_ARGUMENT', what);
  }
  if (first + count <= rowCount) return rows;
  const what = `\`rows\` has bits up to row ${first + count}: the row groups that are read have ${rowCount} rows`;
  throw new ParquetError('INVALID_ARGUMENT', what);
}

/** The rows of each row group whose bit is 1, from the `from`-th of all to the `to`-th. */
export function selectedBits(
  groups: readonly PlacedGroup[],
  { bits, first, count }: RowBits,
  from: number,
  to: number,
): RowRange[] {
  const last = Number.isFinite(to) ? endOfOnes(bits, 0, count, to) : count;
  const start = endOfOnes(bits, 0, last, from);
  const found: RowRange[] = [];
  for (const { ordinal, start: groupStart, rows } of groups) {
    const origin = first - groupStart;
    const end = Math.min(last, rows - origin);
    const begin = findBit(bits, Math.max(start, -origin), end, 1);
    if (begin >= end) continue;
    if (end + origin > mostBits) {
      found.push(rangeOfRuns(ordinal, { kind: 'bits', bits, origin, from: begin + origin, to: end + origin }));
      continue;
    }
    // Of all rows of the group, so that pages can be read from their first row on.
    const own = new Uint8Array(Math.ceil((end + origin) / 8));
    copyBits(bits, begin, own, begin + origin, end - begin);
    found.push(rangeOfBits(ordinal, { kind: 'bits', bits: own, origin: 0, from: begin + origin, to: end + origin }));
  }
  return found;
}

/** Row groups with more rows are read by runs: bits are numbered in 32 bits. */
const mostBits = 2 ** 28;

function rangeOfRuns(rowGroup: number, rows: SelectedBits): RowRange {
  const runs = runsOf(rows);
  const selection = { kind: 'runs', runs } as const;
  const [from, to] = [runs[0] as number, runs[runs.length - 1] as number];
  return { rowGroup, from, to, rowCount: rowsSelected(rows, from, to), longestGap: longestGap(selection), selection };
}

/** `rows` begin with one that is selected. */
function rangeOfBits(rowGroup: number, rows: SelectedBits): RowRange {
  const { bits, origin, from } = rows;
  const rowCount = rowsSelected(rows, from, rows.to);
  const to = endOfOnes(bits, from - origin, rows.to - origin, rowCount) + origin;
  const selection = selectionOf({ ...rows, to });
  if (selection === undefined) return { rowGroup, from, to, rowCount, longestGap: 0 };
  return { rowGroup, from, to, rowCount, longestGap: longestGap(selection), selection };
}

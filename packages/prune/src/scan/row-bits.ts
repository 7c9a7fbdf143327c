/**
 * Sets of rows in a row group, with one bit per row. A test returns bits only for the rows that passed the previous
 * tests:
 *
 *   remaining before   . . 1 1 1 0 1 1 0 1        `first`: the row of the first bit
 *   result of a test       1 0 1   0 1   1        one bit per remaining row
 *   remaining after    . . 1 0 1 0 0 1 0 1
 */
import { copyBits, countBits, endOfOnes, fillBits, findBit, findLastBit, keepBits } from '@marquetry/bit-io';
import type { SelectedBits } from '@marquetry/column/kept';
import type { Steps } from '@marquetry/core';
import type { RowBits } from '@marquetry/file/row-bits';
import { allBits, bytesFor, spreadBits } from '../evaluate/bits.js';
import type { Range, Ranges } from '../plan/ranges.js';

/** Returns the number of rows in the set. */
export function rowCountOf({ bits, count }: RowBits): number {
  return countBits(bits, 0, count);
}

/** Splits ranges into groups, each of which spans at most `most` rows, including the gaps between its ranges. */
export function* windowsOf(ranges: Ranges, most: number): Generator<Ranges, void, undefined> {
  let window: Range[] = [];
  let start = ranges[0]?.[0] ?? 0;
  for (const [from, to] of ranges) {
    for (let at = from; at < to; ) {
      if (at - start >= most) {
        if (window.length > 0) yield window;
        window = [];
        start = at;
      }
      const end = Math.min(to, start + most);
      window.push([at, end]);
      at = end;
    }
  }
  if (window.length > 0) yield window;
}

export function bitsOfRanges(ranges: Ranges): RowBits {
  const first = ranges[0]?.[0] ?? 0;
  const count = (ranges.at(-1)?.[1] ?? first) - first;
  const bits = new Uint8Array(bytesFor(count));
  for (const [from, to] of ranges) fillBits(bits, from - first, to - from);
  return { bits, first, count };
}

/**
 * Returns the first run of consecutive rows of the set at or after `row`, as `[from, to)`; `undefined` if there is
 * none.
 */
export function nextRun({ bits, first, count }: RowBits, row: number): Range | undefined {
  const start = findBit(bits, Math.max(0, row - first), count, 1);
  return start < count ? [first + start, first + findBit(bits, start, count, 0)] : undefined;
}

/** Yields the numbers of the rows in the set, plus `start`. */
export function* eachRow(rows: RowBits, start = 0): Generator<number, void, undefined> {
  for (let run = nextRun(rows, 0); run !== undefined; run = nextRun(rows, run[1])) {
    for (let [row] = run; row < run[1]; row++) yield start + row;
  }
}

/**
 * Returns the rows of the set with indices `[from, to)`. The first row of the set has index 0. May alias the bits of
 * `rows`.
 */
export function sliceOfRows(rows: RowBits, from: number, to: number): RowBits {
  const { bits, first, count } = rows;
  const start = endOfOnes(bits, 0, count, from);
  const end = endOfOnes(bits, start, count, to - from);
  return rowsBetween(rows, first + start, first + end);
}

/** Returns the first `rowCount` rows of the set at or after row `from`. */
export function rowsWithin(rows: RowBits, from: number, rowCount: number): RowBits {
  const { bits, first, count } = rows;
  if (from === first && rowCount === countBits(bits, 0, count)) return rows;
  return rowsBetween(rows, from, first + endOfOnes(bits, from - first, count, rowCount));
}

/** Returns the set of all rows from the first to the last row that `rows` has a bit for. */
export function allWithin({ first, count }: RowBits): RowBits {
  return { bits: allBits(count), first, count };
}

/** Returns the rows of the set that are within `[from, to)`. Aliases the bits if the range starts and ends at byte boundaries. */
export function rowsBetween(rows: RowBits, from: number, to: number): RowBits {
  const { bits, first } = rows;
  const count = to - from;
  const start = from - first;
  if (start === 0 && count === rows.count) return rows;
  if (start % 8 === 0 && (count % 8 === 0 || start + count === rows.count)) {
    return { bits: bits.subarray(start / 8, start / 8 + bytesFor(count)), first: from, count };
  }
  const own = new Uint8Array(bytesFor(count));
  copyBits(bits, start, own, 0, count);
  return { bits: own, first: from, count };
}

/**
 * Returns the same set without the zero bytes at the start of its bitmap and the zero bits at the end. The result
 * aliases the bits.
 */
export function trimmedRows({ bits, first, count }: RowBits): RowBits {
  const from = findBit(bits, 0, count, 1) & ~7;
  const to = findLastBit(bits, from, count) + 1;
  return { bits: bits.subarray(from >> 3), first: first + from, count: Math.max(0, to - from) };
}

/** Joins sets of rows into one set. The parts must be in order and must not overlap. */
export function joinedRows(parts: readonly RowBits[]): RowBits {
  const [only, second] = parts;
  if (only !== undefined && second === undefined) return only;
  const { first = 0 } = only ?? {};
  const last = parts.at(-1);
  const count = last === undefined ? 0 : last.first + last.count - first;
  const bits = new Uint8Array(bytesFor(count));
  for (const part of parts) copyBits(part.bits, 0, bits, part.first - first, part.count);
  return { bits, first, count };
}

/**
 * Returns the rows of the set that satisfied a test. `tested` has the result of the test: one bit for each of the
 * `rowCount` rows in the set. The function may change `tested`, and the result may alias it.
 */
export function* narrowedRows({ bits, first, count }: RowBits, rowCount: number, tested: Uint8Array): Steps<RowBits> {
  if (rowCount === count) return { bits: tested, first, count };
  return { bits: yield* spreadBits(tested, bits, count), first, count };
}

/** Returns one bit for each of the `rowCount` rows in `all`: 1 if the row is also in `left`. `left` must be a subset of `all`. */
export function placesOf(left: RowBits, all: RowBits, rowCount: number): SelectedBits {
  const at = left.first - all.first;
  if (rowCount === all.count) return { bits: left.bits, origin: at, from: at, to: at + left.count };
  const origin = countBits(all.bits, 0, at);
  const bits = new Uint8Array(bytesFor(left.count));
  const end = origin + keepBits(left.bits, 0, all.bits, at, left.count, bits, 0);
  return { bits, origin, from: origin, to: end };
}

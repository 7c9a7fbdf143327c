/**
 * Represents the selected rows of a chunk as one bit per row.
 */
import { countBits, endOfOnes, fillBits, findBit, findLastBit } from '@marquetry/bit-io';
import { viewOf } from '@marquetry/core';
import type { RowRuns } from '../row-runs.js';

/**
 * The selected rows of `[from, to)`, as one bit per row: 1 if the row is selected. Bits of rows before `from` are 0.
 */
export interface SelectedBits {
  readonly bits: Uint8Array;
  /** The row to which bit 0 belongs. */
  readonly origin: number;
  readonly from: number;
  readonly to: number;
}

/** Converts runs (ranges) of selected rows to one bit per row of `[from, to)`. Bit 0 belongs to row `from`. */
export function bitsOf(runs: RowRuns, from: number, to: number): SelectedBits {
  const bits = new Uint8Array((to - from + 7) >> 3);
  for (let i = 0; i < runs.length; i += 2) {
    const start = Math.max(from, runs[i] as number);
    const end = Math.min(to, runs[i + 1] as number);
    if (start < end) fillBits(bits, start - from, end - start);
  }
  return { bits, origin: from, from, to };
}

/** Converts one bit per row to runs (ranges) of selected rows. */
export function runsOf({ bits, origin, from, to }: SelectedBits): RowRuns {
  const end = to - origin;
  const runs: number[] = [];
  for (let at = findBit(bits, from - origin, end, 1); at < end; ) {
    const stop = findBit(bits, at, end, 0);
    runs.push(at + origin, stop + origin);
    at = findBit(bits, stop, end, 1);
  }
  return new Float64Array(runs);
}

/**
 * Returns the number of runs of selected rows. If there are more than `most`, counting may stop early, and the result
 * is only known to be above `most`.
 */
export function countRuns({ bits, origin, from, to }: SelectedBits, most: number): number {
  const start = from - origin;
  const end = to - origin;
  const view = viewOf(bits);
  let runs = 0;
  let before = 0;
  for (let i = start >>> 3; 8 * i < end && runs <= most; i++) {
    let byte = bits[i] as number;
    if (8 * i < start) byte &= 0xff << (start & 7);
    if (8 * i + 8 > end) byte &= (1 << (end & 7)) - 1;
    if (byte === 0) {
      before = 0;
      while (8 * i + 40 <= end && view.getInt32(i + 1, true) === 0) i += 4;
      continue;
    }
    const starts = byte & ~((byte << 1) | before);
    before = byte >>> 7;
    const pairs = starts - ((starts >>> 1) & 0x55);
    const quads = (pairs & 0x33) + ((pairs >>> 2) & 0x33);
    runs += (quads + (quads >>> 4)) & 0x0f;
  }
  return runs;
}

/** Returns the number of rows of `[start, end)` that are selected. */
export function rowsSelected({ bits, origin, from, to }: SelectedBits, start: number, end: number): number {
  return countBits(bits, Math.max(from, start) - origin, Math.min(to, end) - origin);
}

/** Returns the first selected row at or after `row`, or `Infinity` if there is none. */
export function nextSelected({ bits, origin, from, to }: SelectedBits, row: number): number {
  const end = to - origin;
  const found = findBit(bits, Math.max(from, row) - origin, end, 1);
  return found < end ? found + origin : Number.POSITIVE_INFINITY;
}

/** True if at least one row of `[start, end)` is selected. */
export function hasSelected({ bits, origin, from, to }: SelectedBits, start: number, end: number): boolean {
  const last = Math.min(to, end) - origin;
  return findBit(bits, Math.max(from, start) - origin, last, 1) < last;
}

/** Returns the row that follows the `most`-th selected row at or after `row`. */
export function endOfSelected({ bits, origin, from, to }: SelectedBits, row: number, most: number): number {
  return endOfOnes(bits, Math.max(from, row) - origin, to - origin, most) + origin;
}

/** Returns the last selected row of `[start, end)`. At least one of these rows must be selected. */
export function lastSelected({ bits, origin, from, to }: SelectedBits, start: number, end: number): number {
  return findLastBit(bits, Math.max(from, start) - origin, Math.min(to, end) - origin) + origin;
}

/**
 * Returns the number of rows in the longest gap between selected rows. Only whole bytes of zeros are counted, so the
 * result may be up to 14 rows too low. If the longest gap so far has L bytes, a longer one has a zero byte L bytes
 * after its start. The search tests that byte first, so most bytes are never read.
 */
export function longestGapOf({ bits, origin, from, to }: SelectedBits): number {
  const first = findBit(bits, from - origin, to - origin, 1) >>> 3;
  const last = findLastBit(bits, from - origin, to - origin) >> 3;
  let longest = 0;
  for (let at = first; at + longest <= last; ) {
    let k = at + longest;
    while (k >= at && bits[k] === 0) k--;
    if (k >= at) {
      at = k + 1;
      continue;
    }
    let end = at + longest + 1;
    while (end <= last && bits[end] === 0) end++;
    longest = end - at;
    at = end + 1;
  }
  return 8 * longest;
}

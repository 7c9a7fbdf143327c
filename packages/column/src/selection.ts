/**
 * Which rows of a chunk are selected, in the form in which they are read fastest.
 *
 *   runs   [2, 40) [900, 950)          long runs: what lies between them is passed over
 *   bits   0 0 1 1 1 0 0 0 1 0 0 ...   short runs: pages are decoded, and what has a bit is kept
 *
 * A page without a selected row is not opened in either form.
 */
import { countBits, endOfOnes, fillBits, findBit, findLastBit } from '@marquetry/bit-io';

/** `[runs[0], runs[1])`, `[runs[2], runs[3])` and so on, ascending, none empty, a row or more apart. */
export type RowRuns = Float64Array;

/** Rows as runs of them. */
export interface SelectedRuns {
  readonly kind: 'runs';
  readonly runs: RowRuns;
}

/** Of the rows `[from, to)`, those whose bit is 1. Bits of rows before them are 0. */
export interface SelectedBits {
  readonly kind: 'bits';
  readonly bits: Uint8Array;
  /** The row of bit 0. */
  readonly origin: number;
  readonly from: number;
  readonly to: number;
}

/** Selected rows. */
export type Selection = SelectedRuns | SelectedBits;

/** Rows of a run on average from which on runs are faster than bits. Measured on V8: both take as long at 20 to 60. */
const longRun = 32;
/** Rows from one run to the next on average from which on runs are faster than bits, however short they are. */
const farApart = 2 ** 11;

/** The rows of bits, in the form in which they are read fastest; undefined if all of `[from, to)` are selected. */
export function selectionOf(rows: SelectedBits): Selection | undefined {
  const { bits, origin, from, to } = rows;
  const rowCount = countBits(bits, from - origin, to - origin);
  if (rowCount === to - from) return undefined;
  return areRunsFaster(countRuns(rows), rowCount, to - from) ? { kind: 'runs', runs: runsOf(rows) } : rows;
}

/** Runs, in the form in which they are read fastest. */
export function selectionOfRuns(runs: RowRuns): Selection {
  const from = runs[0] ?? 0;
  const to = runs[runs.length - 1] ?? 0;
  let rowCount = 0;
  for (let i = 0; i < runs.length; i += 2) rowCount += (runs[i + 1] as number) - (runs[i] as number);
  if (areRunsFaster(runs.length >> 1, rowCount, to - from)) return { kind: 'runs', runs };
  return bitsOf({ kind: 'runs', runs }, from, to);
}

/** Runs that are so few that it does not matter. */
const fewRuns = 16;

function areRunsFaster(runCount: number, rowCount: number, span: number): boolean {
  return runCount <= fewRuns || rowCount >= longRun * runCount || span >= farApart * runCount;
}

/** The same rows within `[from, to)`, as bits, of which bit 0 is that of row `from`. */
export function bitsOf(selection: Selection, from: number, to: number): SelectedBits {
  const bits = new Uint8Array((to - from + 7) >> 3);
  const { runs } = selection.kind === 'runs' ? selection : { runs: runsOf(selection) };
  for (let i = 0; i < runs.length; i += 2) {
    const start = Math.max(from, runs[i] as number);
    const end = Math.min(to, runs[i + 1] as number);
    if (start < end) fillBits(bits, start - from, end - start);
  }
  return { kind: 'bits', bits, origin: from, from, to };
}

/** The same rows, as runs. */
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

/** How many runs of ones there are. */
function countRuns({ bits, origin, from, to }: SelectedBits): number {
  const start = from - origin;
  const end = to - origin;
  let runs = 0;
  let before = 0;
  for (let i = start >>> 3; 8 * i < end; i++) {
    let byte = bits[i] as number;
    if (8 * i < start) byte &= 0xff << (start & 7);
    if (8 * i + 8 > end) byte &= (1 << (end & 7)) - 1;
    const starts = byte & ~((byte << 1) | before);
    before = byte >>> 7;
    const pairs = starts - ((starts >>> 1) & 0x55);
    const quads = (pairs & 0x33) + ((pairs >>> 2) & 0x33);
    runs += (quads + (quads >>> 4)) & 0x0f;
  }
  return runs;
}

/** How many rows of `[from, to)` are selected. */
export function rowsSelected(selection: Selection, from: number, to: number): number {
  if (selection.kind === 'bits') {
    const { bits, origin } = selection;
    return countBits(bits, Math.max(from, selection.from) - origin, Math.min(to, selection.to) - origin);
  }
  let rows = 0;
  const { runs } = selection;
  for (let i = firstAbove(runs, from) & ~1; i < runs.length && (runs[i] as number) < to; i += 2) {
    rows += Math.min(to, runs[i + 1] as number) - Math.max(from, runs[i] as number);
  }
  return rows;
}

/** The first selected row at or after `row`; `Infinity` after the last one. */
export function nextSelected(selection: Selection, row: number): number {
  if (selection.kind === 'runs') {
    const { runs } = selection;
    const next = firstAbove(runs, row);
    // Above the start of a run and not its end: in it.
    return (next & 1) === 1 ? row : (runs[next] ?? Number.POSITIVE_INFINITY);
  }
  const { bits, origin, from, to } = selection;
  const end = to - origin;
  const found = findBit(bits, Math.max(from, row) - origin, end, 1);
  return found < end ? found + origin : Number.POSITIVE_INFINITY;
}

/** True if a row of `[from, to)` is selected. */
export function hasSelected(selection: Selection, from: number, to: number): boolean {
  if (selection.kind === 'runs') return nextSelected(selection, from) < to;
  const { bits, origin } = selection;
  const end = Math.min(to, selection.to) - origin;
  return findBit(bits, Math.max(from, selection.from) - origin, end, 1) < end;
}

/** The row after the last of the first `most` selected rows from `row` on. */
export function endOfSelected({ bits, origin, from, to }: SelectedBits, row: number, most: number): number {
  return endOfOnes(bits, Math.max(from, row) - origin, to - origin, most) + origin;
}

/** The last selected row of `[from, to)`, in which there is one. */
export function lastSelected({ bits, origin, from, to }: SelectedBits, start: number, end: number): number {
  return findLastBit(bits, Math.max(from, start) - origin, Math.min(to, end) - origin) + origin;
}

/** Rows of the longest gap between selected rows; of bits, less the up to 14 at its ends that share a byte with others. */
export function longestGap(selection: Selection): number {
  let longest = 0;
  if (selection.kind === 'runs') {
    const { runs } = selection;
    for (let i = 2; i < runs.length; i += 2) {
      longest = Math.max(longest, (runs[i] as number) - (runs[i - 1] as number));
    }
    return longest;
  }
  const { bits, origin, from, to } = selection;
  const first = findBit(bits, from - origin, to - origin, 1) >>> 3;
  const last = findLastBit(bits, from - origin, to - origin) >> 3;
  let empty = 0;
  for (let i = first; i <= last; i++) {
    if (bits[i] === 0) empty++;
    else {
      if (empty > longest) longest = empty;
      empty = 0;
    }
  }
  return 8 * longest;
}

/** The index of the first number above `row`; the length if all are lower or equal. */
export function firstAbove(runs: RowRuns, row: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] as number) <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}

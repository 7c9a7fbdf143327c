/** Represents selected rows as runs: ranges of consecutive rows. */

/**
 * Runs (ranges of rows): `[runs[0], runs[1])`, `[runs[2], runs[3])` and so on, in ascending order. No run is empty, and
 * successive runs are at least one row apart.
 */
export type RowRuns = Float64Array;

/** Returns the index in `runs` of the first bound above `row`, or `runs.length` if there is none. */
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

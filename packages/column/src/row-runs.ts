/**
 * Rows as runs of them.
 */

/** `[runs[0], runs[1])`, `[runs[2], runs[3])` and so on, ascending, none empty, a row or more apart. */
export type RowRuns = Float64Array;

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

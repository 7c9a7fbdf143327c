/**
 * The selected rows of a chunk, as runs (ranges of rows) or as one bit per row. This file implements runs; the files in
 * `kept/` implement bits. With either form, a page without selected rows is not decompressed.
 *
 *   runs   [2, 40) [900, 950)          for long runs: the rows between them are skipped
 *   bits   0 0 1 1 1 0 0 0 1 0 0 ...   for short runs: whole blocks are decoded, and only values whose bit is 1 are kept
 */
import { firstAbove, type RowRuns } from './row-runs.js';
import { RunWalk } from './run-walk.js';
import type { SlotWalk } from './slot-walk.js';

/** Selected rows of a chunk. */
export interface Selection {
  /** Returns the number of rows in `[from, to)` that are selected. */
  count(from: number, to: number): number;
  /** True if at least one row in `[from, to)` is selected. */
  has(from: number, to: number): boolean;
  /** Returns the first selected row at or after `row`, or `Infinity` if there is none. */
  next(row: number): number;
  /** Returns the number of rows in the longest gap between selected rows. The result may be up to 14 rows too low. */
  longestGap(): number;
  runs(): RowRuns;
  /**
   * Creates an object that goes through the pages of a chunk and finds the slots of the selected rows. Its `start` must
   * be called before any other method.
   */
  walk(isRepeated: boolean): SlotWalk;
}

/** Creates a selection of the rows in the given runs (ranges of rows). */
export function selectionOfRuns(runs: RowRuns): Selection {
  return new SelectedRuns(runs);
}

class SelectedRuns implements Selection {
  declare private readonly bounds: RowRuns;

  constructor(bounds: RowRuns) {
    this.bounds = bounds;
  }

  runs(): RowRuns {
    return this.bounds;
  }

  count(from: number, to: number): number {
    const { bounds } = this;
    let rows = 0;
    for (let i = firstAbove(bounds, from) & ~1; i < bounds.length && (bounds[i] as number) < to; i += 2) {
      rows += Math.min(to, bounds[i + 1] as number) - Math.max(from, bounds[i] as number);
    }
    return rows;
  }

  next(row: number): number {
    const { bounds } = this;
    const next = firstAbove(bounds, row);
    // An odd index means that the next bound is the end of a run, so `row` is inside that run.
    return (next & 1) === 1 ? row : (bounds[next] ?? Number.POSITIVE_INFINITY);
  }

  has(from: number, to: number): boolean {
    return this.next(from) < to;
  }

  longestGap(): number {
    const { bounds } = this;
    let longest = 0;
    for (let i = 2; i < bounds.length; i += 2) {
      longest = Math.max(longest, (bounds[i] as number) - (bounds[i - 1] as number));
    }
    return longest;
  }

  walk(isRepeated: boolean): SlotWalk {
    return new RunWalk(this.bounds, isRepeated);
  }
}

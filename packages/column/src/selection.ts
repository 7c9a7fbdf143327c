/**
 * The selected rows of a chunk, in one of two forms. This file has the form for long runs; `kept/` has the form for short runs,
 * which the caller passes in. Pages without a selected row are not opened in either form.
 *
 *   runs   [2, 40) [900, 950)          long runs: the rows between them are skipped
 *   bits   0 0 1 1 1 0 0 0 1 0 0 ...   short runs: whole blocks are decoded, and values whose bit is 1 are kept
 */
import { firstAbove, type RowRuns } from './row-runs.js';
import { RunWalk } from './run-walk.js';
import type { SlotWalk } from './slot-walk.js';

/** Selected rows of a chunk. */
export interface Selection {
  /** Returns the number of selected rows of `[from, to)`. */
  count(from: number, to: number): number;
  /** True if at least one row of `[from, to)` is selected. */
  has(from: number, to: number): boolean;
  /** Returns the first selected row at or after `row`; `Infinity` after the last one. */
  next(row: number): number;
  /** Returns the number of rows in the longest gap between selected rows. May be up to 14 too low. */
  longestGap(): number;
  runs(): RowRuns;
  /** Creates a walk through the pages of a chunk. Call its `start` before using it. */
  walk(isRepeated: boolean): SlotWalk;
}

/** Creates a selection of the rows of `runs`. */
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
    // An odd index is the end of a run, so `row` is inside that run.
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

/**
 * Which rows of a chunk are selected. Here they are runs of rows; `kept/` has the form for rows in short runs, which whoever selects
 * them hands in. A page without a selected row is not opened in either form.
 *
 *   runs   [2, 40) [900, 950)          long runs: what lies between them is passed over
 *   bits   0 0 1 1 1 0 0 0 1 0 0 ...   short runs: pages are decoded, and what has a bit is kept
 */
import { firstAbove, type RowRuns } from './row-runs.js';
import { RunWalk } from './run-walk.js';
import type { SlotWalk } from './slot-walk.js';

/** Selected rows of a chunk. */
export interface Selection {
  /** How many rows of `[from, to)` are selected. */
  count(from: number, to: number): number;
  /** True if a row of `[from, to)` is selected: looks at no rows beyond them. */
  has(from: number, to: number): boolean;
  /** The first selected row at or after `row`; `Infinity` after the last one. */
  next(row: number): number;
  /** Rows of the longest gap between selected rows, or a few less. */
  longestGap(): number;
  runs(): RowRuns;
  /** A walk through the pages of a chunk, to be started. */
  walk(isRepeated: boolean): SlotWalk;
}

/** Selected rows as runs. */
export function selectionOfRuns(runs: RowRuns): Selection {
  return new SelectedRuns(runs);
}

class SelectedRuns implements Selection {
  private readonly bounds: RowRuns;

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
    // Above the start of a run and not its end: in it.
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

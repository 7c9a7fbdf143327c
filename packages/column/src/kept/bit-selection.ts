/** Represents selected rows as runs (ranges of rows) or as one bit per row, whichever is faster to read. */
import { countBits } from '@marquetry/bit-io';
import type { RowRuns } from '../row-runs.js';
import { RunWalk } from '../run-walk.js';
import { type Selection, selectionOfRuns } from '../selection.js';
import type { SlotWalk } from '../slot-walk.js';
import { BitWalk } from './bit-walk.js';
import {
  bitsOf,
  countRuns,
  hasSelected,
  longestGapOf,
  nextSelected,
  rowsSelected,
  runsOf,
  type SelectedBits,
} from './selected-bits.js';

/**
 * Rows selected by runs (ranges of rows) are read faster than rows selected by bits if the runs have at least this many
 * rows on average. Measured on V8: both take the same time at 20 to 60 rows per run.
 */
const longRun = 32;
/**
 * If runs start at least this many rows apart on average, rows selected by runs are read faster than rows selected by
 * bits, however short the runs are.
 */
const farApart = 2 ** 11;
/** If there are at most this many runs (ranges) of selected rows, they are not converted to bits. */
const fewRuns = 16;

/**
 * Returns a selection of the given rows, as bits or as runs (ranges of rows), whichever is faster to read. Returns
 * undefined if all rows of `[from, to)` are selected.
 */
export function selectionOfBits(rows: SelectedBits): Selection | undefined {
  const { bits, origin, from, to } = rows;
  const rowCount = countBits(bits, from - origin, to - origin);
  if (rowCount === to - from) return undefined;
  const most = mostRuns(rowCount, to - from);
  const isFaster = countRuns(rows, most) <= most;
  return isFaster ? selectionOfRuns(runsOf(rows)) : new BitSelection(rows);
}

/** Returns a selection of the rows in `runs` (ranges), as runs or as one bit per row, whichever is faster to read. */
export function quickestOfRuns(runs: RowRuns): Selection {
  const from = runs[0] ?? 0;
  const to = runs[runs.length - 1] ?? 0;
  const asRuns = selectionOfRuns(runs);
  const isFaster = runs.length >> 1 <= mostRuns(asRuns.count(from, to), to - from);
  return isFaster ? asRuns : new BitSelection(bitsOf(runs, from, to));
}

/** Returns the maximum number of runs (ranges of rows) for which reading by runs is faster than reading by bits. */
function mostRuns(rowCount: number, span: number): number {
  return Math.max(fewRuns, rowCount / longRun, span / farApart);
}

/** Selected rows of a chunk, as one bit per row. */
export class BitSelection implements Selection {
  declare readonly rows: SelectedBits;

  constructor(rows: SelectedBits) {
    this.rows = rows;
  }

  runs(): RowRuns {
    return runsOf(this.rows);
  }

  count(from: number, to: number): number {
    return rowsSelected(this.rows, from, to);
  }

  next(row: number): number {
    return nextSelected(this.rows, row);
  }

  has(from: number, to: number): boolean {
    return hasSelected(this.rows, from, to);
  }

  longestGap(): number {
    return longestGapOf(this.rows);
  }

  /** Finds slots by bits, or by runs (ranges of rows) if the column is repeated: a row may then have several slots. */
  walk(isRepeated: boolean): SlotWalk {
    return isRepeated ? new RunWalk(this.runs(), true) : new BitWalk(this.rows);
  }
}

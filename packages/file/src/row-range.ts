/**
 * The rows of a row group that a read takes.
 */
import type { Selection } from '@marquetry/column';

/** Rows of a row group: all of `[from, to)`, or some of them. */
export interface RowGroupRange {
  readonly rowGroup: number;
  readonly from: number;
  readonly to: number;
  /** How many are selected. */
  readonly rowCount: number;
  /** Rows of the longest gap between those that are selected; 0 without one. */
  readonly longestGap: number;
  /** Those that are selected, of which `from` is the first, and the last comes before `to`; absent: all rows. */
  readonly selection?: Selection;
}

/** A row group, and where it starts in the rows of all that are asked for. */
export interface PlacedGroup {
  readonly ordinal: number;
  readonly start: number;
  readonly rows: number;
}

/** Rows that are asked for in another form than ranges: `rowsOfBits` of `@marquetry/file/row-bits`. */
export interface SelectedRows {
  /**
   * The rows of each row group, from the `from`-th of all selected rows to the `to`-th; no row group without any. `rowCount`: rows of
   * all row groups.
   * @throws ParquetError INVALID_ARGUMENT if a row is beyond them.
   */
  rangesIn(groups: readonly PlacedGroup[], rowCount: number, from: number, to: number): RowGroupRange[];
}

export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

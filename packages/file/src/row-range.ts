/**
 * The type of a range of rows in one row group.
 */
import type { Selection } from '@marquetry/column';

/** The rows to read from a row group: all rows in `[from, to)`, or some of them. */
export interface RowGroupRange {
  readonly rowGroup: number;
  readonly from: number;
  readonly to: number;
  /** Number of selected rows. */
  readonly rowCount: number;
  /** Number of rows in the longest gap between selected rows; 0 if there is no gap. */
  readonly longestGap: number;
  /** The selected rows, if not all rows in `[from, to)` are selected. The first is `from`. */
  readonly selection?: Selection;
}

/** A row group, and the position of its first row among the rows of all requested row groups. */
export interface PlacedGroup {
  readonly ordinal: number;
  readonly start: number;
  readonly rows: number;
}

/**
 * A selection of rows that is not a list of ranges, such as the result of `rowsOfBits` from `@marquetry/file/row-bits`.
 */
export interface SelectedRows {
  /**
   * Returns, per row group, the selected rows whose positions among all selected rows are in `[from, to)`, counted from
   * 0. Omits row groups without such rows. `rowCount` is the number of rows in all row groups.
   * @throws ParquetError INVALID_ARGUMENT if a selected row does not exist.
   */
  rangesIn(groups: readonly PlacedGroup[], rowCount: number, from: number, to: number): RowGroupRange[];
}

export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

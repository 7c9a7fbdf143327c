/**
 * The type of a range of rows in one row group.
 */
import type { Selection } from '@marquetry/column';

/** The rows of a row group to read: all of `[from, to)`, or some of them. */
export interface RowGroupRange {
  readonly rowGroup: number;
  readonly from: number;
  readonly to: number;
  /** The number of selected rows. */
  readonly rowCount: number;
  /** Number of rows in the longest gap between selected rows; 0 if there is no gap. */
  readonly longestGap: number;
  /** The selected rows: `from` is the first, and all are before `to`. Absent if all rows are selected. */
  readonly selection?: Selection;
}

/** A row group, and the number of its first row among the rows of all requested row groups. */
export interface PlacedGroup {
  readonly ordinal: number;
  readonly start: number;
  readonly rows: number;
}

/** A selection of rows that is not a list of ranges: the result of `rowsOfBits` of `@marquetry/file/row-bits`. */
export interface SelectedRows {
  /**
   * Returns the rows to read in each row group: of all selected rows, those from the `from`-th up to the `to`-th. Omits row
   * groups without such a row. `rowCount` is the number of rows in all row groups.
   * @throws ParquetError INVALID_ARGUMENT if a selected row does not exist.
   */
  rangesIn(groups: readonly PlacedGroup[], rowCount: number, from: number, to: number): RowGroupRange[];
}

export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

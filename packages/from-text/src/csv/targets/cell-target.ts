/**
 * The target of a column's cells: the memory of its values, and the function that parses one cell.
 */
import type { ColumnBuffer } from '@marquetry/core';

export interface CellTarget {
  readonly buffer: ColumnBuffer;
  /** Describes a valid cell in errors, such as `an INT64`. */
  readonly wanted: string;
  readonly isText: boolean;
  /** Reserves memory for the cells of one batch. This may replace the memory of `buffer`. */
  start(cells: number): void;
  /**
   * Appends the value of a cell. If the text of the cell does not represent a value of the column, appends nothing and
   * returns false.
   */
  put(bytes: Uint8Array, start: number, end: number): boolean;
}

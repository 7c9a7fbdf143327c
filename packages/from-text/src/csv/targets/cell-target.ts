/**
 * The target for the cells of a column: a buffer of values, and a function that parses a cell and appends its value.
 */
import type { ColumnBuffer } from '@marquetry/core';

export interface CellTarget {
  readonly buffer: ColumnBuffer;
  /** Describes a valid cell in errors, such as `a 64-bit integer`. */
  readonly wanted: string;
  readonly isText: boolean;
  /** Reserves memory for the cells of one batch. This may replace the memory of `buffer`. */
  start(cells: number): void;
  /**
   * Appends the value of a cell. If the text of the cell is not a valid value for the column, appends nothing and
   * returns false.
   */
  put(bytes: Uint8Array, start: number, end: number): boolean;
}

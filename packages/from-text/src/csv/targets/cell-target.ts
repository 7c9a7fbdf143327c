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
  /** Appends the value of a cell; returns false, and appends nothing, if its text does not represent one. */
  put(bytes: Uint8Array, start: number, end: number): boolean;
}

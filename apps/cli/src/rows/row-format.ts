/**
 * What a format of rows provides.
 */
import type { NestedColumn } from '@marquetry/column';

export interface RowFormat {
  /** What comes before the first row. */
  begin(): string;
  /** Binds the columns of a batch, column `i` of field `i`; gives a row, or what is ready of the rows so far. */
  rowsOf(columns: readonly NestedColumn[]): (row: number) => string;
  /** What comes after the last row. */
  end(): string;
}

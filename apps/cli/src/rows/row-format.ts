/** The interface of a text format for rows. */
import type { NestedColumn } from '@marquetry/column';
import type { VariantWriter } from '@marquetry/json';
import type { Field } from '@marquetry/schema';
import type { AppendRows } from './json-bytes.js';

export interface RowFormat {
  /** Starts a file whose rows have these fields. `variants` writes VARIANT columns; undefined if there is none. */
  open(fields: readonly Field[], variants?: VariantWriter): OpenedRows;
  /** The text after the last row. */
  end(): string;
}

/** The rows of one file. */
export interface OpenedRows {
  /** The text before the file's first row. */
  readonly head: string;
  /**
   * Binds the columns of a batch; column `i` belongs to field `i`. Returns a function that adds one row and returns the
   * text that is complete so far.
   */
  rowsOf(columns: readonly NestedColumn[]): (row: number) => string;
  /** Like {@link rowsOf}, but appends many rows at once as UTF-8. Absent if the format is not faster that way. */
  appendersOf?(columns: readonly NestedColumn[]): AppendRows;
  /**
   * Like {@link rowsOf}, for rows that are printed in another order: the first call reads the row, and the function
   * that it returns makes the text.
   */
  laterRowsOf(columns: readonly NestedColumn[]): (row: number) => () => string;
}

/** Implements {@link OpenedRows.laterRowsOf} for formats whose rows do not depend on each other. */
export function laterOf(rowsOf: OpenedRows['rowsOf']): OpenedRows['laterRowsOf'] {
  return (columns) => {
    const rowText = rowsOf(columns);
    return (row) => {
      const text = rowText(row);
      return () => text;
    };
  };
}

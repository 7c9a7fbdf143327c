/** The interface of the text formats in which rows are printed. */
import type { NestedColumn } from '@marquetry/column';
import type { VariantWriter } from '@marquetry/json';
import type { Field } from '@marquetry/schema';
import type { AppendRows } from './json-bytes.js';

export interface RowFormat {
  /**
   * Starts printing a file whose rows have these fields. `variants` formats VARIANT columns; it may be undefined if
   * there are none.
   */
  open(fields: readonly Field[], variants?: VariantWriter): OpenedRows;
  /** Returns the text to print after the last row. */
  end(): string;
}

/** Formats the rows of one file. */
export interface OpenedRows {
  /** The text to print before the file's first row. */
  readonly head: string;
  /**
   * Takes the columns of a batch, one per field. Returns a function that formats one row of that batch. It returns all
   * text that is ready to be printed, which may be empty or include earlier rows.
   */
  rowsOf(columns: readonly NestedColumn[]): (row: number) => string;
  /**
   * Like {@link rowsOf}, but the returned function appends many rows at once as UTF-8. Only formats for which this is
   * faster define it.
   */
  appendersOf?(columns: readonly NestedColumn[]): AppendRows;
  /**
   * Like {@link rowsOf}, for rows that are not printed in the order in which they are read. The returned function reads
   * a row, and returns a function that formats it later.
   */
  laterRowsOf(columns: readonly NestedColumn[]): (row: number) => () => string;
}

/** Implements {@link OpenedRows.laterRowsOf} for formats in which the text of a row does not depend on other rows. */
export function laterOf(rowsOf: OpenedRows['rowsOf']): OpenedRows['laterRowsOf'] {
  return (columns) => {
    const rowText = rowsOf(columns);
    return (row) => {
      const text = rowText(row);
      return () => text;
    };
  };
}

/**
 * What a format of rows as text provides.
 */
import type { NestedColumn } from '@marquetry/column';
import type { Field } from '@marquetry/schema';
import type { AppendRows } from './json-bytes.js';

export interface RowFormat {
  /** Starts the rows of a file, which has these columns. */
  open(fields: readonly Field[]): OpenedRows;
  /** The text after the last row. */
  end(): string;
}

/** The rows of one file. */
export interface OpenedRows {
  /** The text before its first row. */
  readonly head: string;
  /** Binds the columns of a batch, column `i` of field `i`. Returns a function that writes a row: its text, or all text that is ready. */
  rowsOf(columns: readonly NestedColumn[]): (row: number) => string;
  /** As {@link rowsOf}, as UTF-8, many rows at once; absent for formats that have no quicker way to it than text. */
  appendersOf?(columns: readonly NestedColumn[]): AppendRows;
  /** As {@link rowsOf}, for rows that are printed in another order: the row is taken now, and its text is asked for in that order. */
  laterRowsOf(columns: readonly NestedColumn[]): (row: number) => () => string;
}

/** {@link OpenedRows.laterRowsOf} of a format whose rows do not depend on each other. */
export function laterOf(rowsOf: OpenedRows['rowsOf']): OpenedRows['laterRowsOf'] {
  return (columns) => {
    const rowText = rowsOf(columns);
    return (row) => {
      const text = rowText(row);
      return () => text;
    };
  };
}

/**
 * Rows as text, in one of three formats.
 */
import type { NestedColumn } from '@marquetry/column';
import type { Field } from '@marquetry/schema';
import type { Output } from '../terminal/output.js';
import { createCsvFormat } from './csv.js';
import { createJsonFormat } from './json.js';
import { createTableFormat } from './table.js';

export interface RowFormat {
  /** What comes before the first row. */
  begin(): string;
  /** Binds the columns of a batch, column `i` of field `i`; gives a row, or what is ready of the rows so far. */
  rowsOf(columns: readonly NestedColumn[]): (row: number) => string;
  /** What comes after the last row. */
  end(): string;
}

export const formatNames = ['table', 'json', 'csv'] as const;
export type FormatName = (typeof formatNames)[number];

export function createFormat(name: FormatName, fields: readonly Field[], output: Output): RowFormat {
  switch (name) {
    case 'json':
      return createJsonFormat(fields);
    case 'csv':
      return createCsvFormat(fields);
    case 'table':
      return createTableFormat(fields, output);
  }
}

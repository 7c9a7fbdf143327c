/**
 * Rows as text, in one of three formats.
 */

import type { ValueWriter } from '@marquetry/json';
import type { LeafNode } from '@marquetry/schema';
import type { Output } from '../terminal/output.js';
import { createCsvFormat } from './csv.js';
import { createJsonFormat } from './json.js';
import { createTableFormat } from './table.js';

/** The text of a column in a row; undefined where it is null. */
export type WriteCell = (row: number) => string | undefined;

export interface RowFormat {
  /** The writer of a column's values. */
  writerOf(leaf: LeafNode): ValueWriter;
  /** What comes before the first row. */
  begin(): string;
  /** A row, or what is ready of the rows so far. */
  row(cells: readonly WriteCell[], row: number): string;
  /** What comes after the last row. */
  end(): string;
}

export const formatNames = ['table', 'json', 'csv'] as const;
export type FormatName = (typeof formatNames)[number];

export function createFormat(name: FormatName, leaves: readonly LeafNode[], output: Output): RowFormat {
  switch (name) {
    case 'json':
      return createJsonFormat(leaves);
    case 'csv':
      return createCsvFormat(leaves);
    case 'table':
      return createTableFormat(leaves, output);
  }
}

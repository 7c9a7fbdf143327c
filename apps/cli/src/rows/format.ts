/**
 * Rows as text, in one of three formats.
 */
import type { Field } from '@marquetry/schema';
import type { Output } from '../terminal/output.js';
import { createCsvFormat } from './csv.js';
import { createJsonFormat } from './json.js';
import type { RowFormat } from './row-format.js';
import { createTableFormat } from './table.js';

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

/**
 * Rows as text, in one of three formats.
 */
import type { Field } from '@marquetry/schema';
import type { Output } from '../terminal/output.js';
import { createCsvFormat } from './csv.js';
import type { FormatName } from './format-name.js';
import { createJsonFormat } from './json.js';
import type { RowFormat } from './row-format.js';
import { createTableFormat } from './table.js';

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

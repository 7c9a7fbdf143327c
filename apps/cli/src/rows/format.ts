/** Creates the text format with a given name, which `cat` and similar commands use to print rows. */
import type { Output } from '../terminal/output.js';
import { createCsvFormat } from './csv.js';
import type { TextFormatName } from './format-name.js';
import { createJsonFormat } from './json.js';
import { createMarkdownFormat } from './markdown.js';
import type { RowFormat } from './row-format.js';
import { createTableFormat } from './table.js';

export function createFormat(name: TextFormatName, output: Output): RowFormat {
  switch (name) {
    case 'json':
    case 'ndjson':
      return createJsonFormat();
    case 'csv':
      return createCsvFormat();
    case 'md':
      return createMarkdownFormat();
    case 'table':
      return createTableFormat(output);
  }
}

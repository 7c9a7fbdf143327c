/**
 * A GitHub Flavored Markdown table. Cells are written as in CSV, numbers are right-aligned, and a null is an empty cell.
 *
 *   | name | delay |
 *   | --- | ---: |
 *   | a \| b | 7 |
 */
import { printable } from '../terminal/printable.js';
import { isNumber } from './number-field.js';
import type { RowFormat } from './row-format.js';
import { createSeparatedFormat } from './separated.js';

export function createMarkdownFormat(): RowFormat {
  return createSeparatedFormat({
    start: '| ',
    between: ' | ',
    end: ' |\n',
    none: '',
    cell: escaped,
    header: (fields) => {
      const names = fields.map(({ name }) => escaped(name));
      const rules = fields.map((field) => (isNumber(field) ? '---:' : '---'));
      return `| ${names.join(' | ')} |\n| ${rules.join(' | ')} |\n`;
    },
  });
}

/** Escapes Markdown and HTML markup, and line breaks. */
function escaped(text: string): string {
  return printable(text)
    .replace(/[\\|`*_[\]~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
}

/**
 * Comma-separated values (RFC 4180, with LF as line end). A null is an empty field, the empty string is `""`, and
 * nested cells are JSON.
 */
import type { RowFormat } from './row-format.js';
import { createSeparatedFormat } from './separated.js';

const special = /[",\r\n]/;

export function createCsvFormat(): RowFormat {
  return createSeparatedFormat({
    start: '',
    between: ',',
    end: '\n',
    none: '',
    cell: quoted,
    header: (fields) => `${fields.map(({ name }) => quoted(name)).join(',')}\n`,
  });
}

function quoted(text: string): string {
  return text === '' || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

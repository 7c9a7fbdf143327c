/**
 * Comma-separated values (RFC 4180, lines ended by LF): null is nothing, the empty string `""`, what is nested JSON.
 */
import { defaultLimits, limitError } from '@marquetry/core';
import type { Field } from '@marquetry/schema';
import { createCellWriter } from './cells.js';
import type { RowFormat } from './row-format.js';

/** Characters of a row: it is text, and its UTF-8, at once. */
const mostLength = defaultLimits.memoryBytes / 4;

const special = /[",\r\n]/;

export function createCsvFormat(fields: readonly Field[]): RowFormat {
  const writer = createCellWriter(fields);
  return {
    begin: () => `${fields.map(({ name }) => quoted(name)).join(',')}\n`,
    rowsOf: (columns) => {
      const cells = writer(columns);
      return (row) => {
        let text = '';
        for (let i = 0; i < cells.length; i++) {
          const cell = cells[i]?.(row);
          if (i > 0) text += ',';
          if (cell !== undefined) text += quoted(cell);
          if (text.length > mostLength)
            throw limitError('memoryBytes', defaultLimits, `a row of ${text.length} characters or more`);
        }
        return `${text}\n`;
      };
    },
    end: () => '',
  };
}

function quoted(text: string): string {
  return text === '' || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

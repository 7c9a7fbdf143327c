/**
 * Comma-separated values (RFC 4180, lines ended by LF): null is nothing, the empty string `""`.
 */
import { createTextWriter } from '@marquetry/json';
import type { LeafNode } from '@marquetry/schema';
import type { RowFormat } from './format.js';

const special = /[",\r\n]/;

export function createCsvFormat(leaves: readonly LeafNode[]): RowFormat {
  return {
    writerOf: createTextWriter,
    begin: () => `${leaves.map(({ name }) => field(name)).join(',')}\n`,
    row: (cells, row) => {
      let text = '';
      for (let i = 0; i < cells.length; i++) {
        const cell = cells[i]?.(row);
        if (i > 0) text += ',';
        if (cell !== undefined) text += field(cell);
      }
      return `${text}\n`;
    },
    end: () => '',
  };
}

function field(text: string): string {
  return text === '' || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

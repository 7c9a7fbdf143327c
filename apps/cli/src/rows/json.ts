/** Writes one JSON object per line. */
import { createRowWriter, jsonStyle } from '@marquetry/json';
import { createRowAppender } from './json-bytes.js';
import { laterOf, type OpenedRows, type RowFormat } from './row-format.js';

export function createJsonFormat(): RowFormat {
  return {
    open: (fields, variants) => {
      const writer = createRowWriter(fields, jsonStyle, undefined, variants);
      const rowsOf: OpenedRows['rowsOf'] = (columns) => {
        const write = writer(columns);
        return (row) => `${write(row)}\n`;
      };
      return { head: '', rowsOf, laterRowsOf: laterOf(rowsOf), appendersOf: createRowAppender(fields, variants) };
    },
    end: () => '',
  };
}

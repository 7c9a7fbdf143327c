/** Writes one JSON object per line. */
import { createRowWriter } from '@marquetry/json';
import { createRowAppender } from './json-bytes.js';
import { laterOf, type OpenedRows, type RowFormat } from './row-format.js';

export function createJsonFormat(): RowFormat {
  return {
    open: (fields) => {
      const writer = createRowWriter(fields);
      const rowsOf: OpenedRows['rowsOf'] = (columns) => {
        const write = writer(columns);
        return (row) => `${write(row)}\n`;
      };
      return { head: '', rowsOf, laterRowsOf: laterOf(rowsOf), appendersOf: createRowAppender(fields) };
    },
    end: () => '',
  };
}

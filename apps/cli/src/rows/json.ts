/**
 * One JSON object a line.
 */
import { createRowWriter } from '@marquetry/json';
import type { Field } from '@marquetry/schema';
import type { RowFormat } from './row-format.js';

export function createJsonFormat(fields: readonly Field[]): RowFormat {
  const writer = createRowWriter(fields);
  return {
    begin: () => '',
    rowsOf: (columns) => {
      const write = writer(columns);
      return (row) => `${write(row)}\n`;
    },
    end: () => '',
  };
}

/**
 * Formats rows as a table with aligned columns, for people to read: long values are truncated, and control characters
 * are escaped.
 */
import type { Field } from '@marquetry/schema';
import type { Output } from '../terminal/output.js';
import { printable } from '../terminal/printable.js';
import { type Cell, createTable, type Table } from '../terminal/table.js';
import { createCellWriter } from './cells.js';
import { isNumber } from './number-field.js';
import type { OpenedRows, RowFormat } from './row-format.js';

const maxWidth = 60;
/** Maximum number of characters of a value that are formatted for printing. The rest of a longer value is ignored. */
const lookAt = 8 * maxWidth;

export function createTableFormat(output: Output): RowFormat {
  const { colors } = output;
  let table: Table | undefined;
  const tableOf = (fields: readonly Field[]): Table =>
    createTable(
      fields.map((field) => ({
        header: printable(field.name),
        align: isNumber(field) ? ('right' as const) : ('left' as const),
        maxWidth,
      })),
      output,
    );
  const none = { text: 'null', paint: colors.dim };
  return {
    open: (fields, variants) => {
      table ??= tableOf(fields);
      const rows = table;
      const writer = createCellWriter(fields, variants);
      const cellsOf = (columns: Parameters<OpenedRows['rowsOf']>[0]): ((row: number) => readonly Cell[]) => {
        const cells = writer(columns);
        return (row) =>
          cells.map((cell) => {
            const text = cell(row);
            return text === undefined ? none : { text: printable(startOf(text)) };
          });
      };
      return {
        head: '',
        rowsOf: (columns) => {
          const cells = cellsOf(columns);
          return (row) => rows.row(cells(row));
        },
        laterRowsOf: (columns) => {
          const cells = cellsOf(columns);
          return (row) => {
            const taken = cells(row);
            return () => rows.row(taken);
          };
        },
      };
    },
    end: () => table?.end() ?? '',
  };
}

/**
 * Returns the first {@link lookAt} characters of a value. It is a copy, because a slice would keep the whole string in
 * memory.
 */
function startOf(text: string): string {
  return text.length <= lookAt ? text : (JSON.parse(JSON.stringify(text.slice(0, lookAt))) as string);
}

/** The base of CSV and Markdown output: one line per row, with a separator between cells. */
import { defaultLimits, limitError } from '@marquetry/core';
import type { Field } from '@marquetry/schema';
import { createCellWriter } from './cells.js';
import { laterOf, type OpenedRows, type RowFormat } from './row-format.js';

/**
 * Maximum number of characters per row. It is only a part of `limits.memoryBytes`, because a row is in memory as a
 * string and as UTF-8 at the same time.
 */
const mostLength = defaultLimits.memoryBytes / 4;

/** The texts before the first cell, between cells, and after the last cell. */
export interface Separators {
  readonly start: string;
  readonly between: string;
  readonly end: string;
  /** The text that is printed for a null. */
  readonly none: string;
  /** Returns the text of a cell with special characters escaped. */
  cell(text: string): string;
  /** Returns the lines to print before the first row. */
  header(fields: readonly Field[]): string;
}

export function createSeparatedFormat({ start, between, end, none, cell, header }: Separators): RowFormat {
  let isFirst = true;
  return {
    open: (fields, variants) => {
      const writer = createCellWriter(fields, variants);
      const head = isFirst ? header(fields) : '';
      isFirst = false;
      const rowsOf: OpenedRows['rowsOf'] = (columns) => {
        const cells = writer(columns);
        return (row) => {
          let text = start;
          for (let i = 0; i < cells.length; i++) {
            const value = cells[i]?.(row);
            if (i > 0) text += between;
            text += value === undefined ? none : cell(value);
            if (text.length > mostLength)
              throw limitError('memoryBytes', defaultLimits, `a row of at least ${text.length} characters`);
          }
          return text + end;
        };
      };
      return { head, rowsOf, laterRowsOf: laterOf(rowsOf) };
    },
    end: () => '',
  };
}

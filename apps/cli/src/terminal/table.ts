/**
 * Aligned columns, in blocks: widths come from the rows so far, so that a long table need not be held.
 */
import { shortened, widthOf } from './printable.js';

export interface TableColumn {
  readonly header: string;
  readonly align?: 'left' | 'right';
  /** Longer cells are cut; default none is. */
  readonly maxWidth?: number;
}

/** Text, and what colours it. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

export interface Table {
  /** Adds a row; gives back the lines that are ready, with their line ends. Cells must be printable. */
  row(cells: readonly Cell[]): string;
  /** The lines that are left. */
  end(): string;
}

/** Rows that are measured together. */
const blockRows = 500;
const gap = '  ';

export function createTable(columns: readonly TableColumn[], paintHeader: (text: string) => string): Table {
  const widths = columns.map(({ header }) => widthOf(header));
  let rows: (readonly Cell[])[] = [];
  let headerDone = false;

  const line = (cells: readonly Cell[]): string => {
    let text = '';
    for (const [i, cell] of cells.entries()) {
      const padding = ' '.repeat(Math.max(0, (widths[i] ?? 0) - widthOf(cell.text)));
      const painted = cell.paint === undefined || cell.text === '' ? cell.text : cell.paint(cell.text);
      const last = i === cells.length - 1;
      text += columns[i]?.align === 'right' ? padding + painted : last ? painted : painted + padding;
      if (!last) text += gap;
    }
    return `${text.trimEnd()}\n`;
  };
  const flush = (): string => {
    for (const row of rows) {
      for (const [i, { text }] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(text));
    }
    let text = headerDone ? '' : line(columns.map(({ header }) => ({ text: header, paint: paintHeader })));
    headerDone = true;
    for (const row of rows) text += line(row);
    rows = [];
    return text;
  };
  return {
    row: (cells) => {
      rows.push(
        cells.map((cell, i) => {
          const maxWidth = columns[i]?.maxWidth;
          return maxWidth === undefined ? cell : { ...cell, text: shortened(cell.text, maxWidth) };
        }),
      );
      return rows.length === blockRows ? flush() : '';
    },
    end: flush,
  };
}

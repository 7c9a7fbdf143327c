/**
 * A table with aligned columns. Column widths are computed from the rows seen so far, one block of rows at a time, so
 * that a long table need not be kept in memory.
 */
import { fitColumns, gap, widthOfAll } from './fit-columns.js';
import type { Output } from './output.js';
import { shortened, widthOf } from './printable.js';

export interface TableColumn {
  readonly header: string;
  readonly align?: 'left' | 'right';
  /** Maximum width in characters. Longer cells are truncated; by default, there is no maximum. */
  readonly maxWidth?: number;
}

/** The text of a table cell, and an optional function that colors it. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

export interface Table {
  /** Adds a row, and returns the complete lines that are ready. The texts of cells must be printable. */
  row(cells: readonly Cell[]): string;
  /** Returns the remaining lines of the table. */
  end(): string;
}

const empty: Cell = { text: '' };

/** Number of rows in a block, whose column widths are computed together. */
const blockRows = 500;

/**
 * Creates a table that fits `tableWidth`. If it is too wide, `…` replaces columns in the middle; the widths in the
 * first block of rows decide which.
 */
export function createTable(
  columns: readonly TableColumn[],
  { colors, tableWidth }: Pick<Output, 'colors' | 'tableWidth'>,
): Table {
  let widths: readonly number[] = columns.map(({ header }) => widthOf(header));
  /**
   * The number of columns shown before and after the `…` that stands for omitted columns. Undefined until the first
   * block of rows is complete.
   */
  let shown: { readonly left: number; readonly right: number } | undefined;
  let rows: (readonly Cell[])[] = [];

  const aligned = (cell: Cell, column: number, isLast: boolean): string => {
    const width = widths[column] ?? 0;
    const text = tableWidth === undefined ? cell.text : shortened(cell.text, width);
    const padding = ' '.repeat(Math.max(0, width - widthOf(text)));
    const painted = cell.paint === undefined || text === '' ? text : cell.paint(text);
    return columns[column]?.align === 'right' ? padding + painted : isLast ? painted : painted + padding;
  };
  const line = (cells: readonly Cell[], left: number, right: number): string => {
    const { length } = columns;
    const cell = (i: number): string => aligned(cells[i] ?? empty, i, i === length - 1);
    const parts: string[] = [];
    for (let i = 0; i < left; i++) parts.push(cell(i));
    if (left + right < length) parts.push(colors.dim('…'));
    for (let i = length - right; i < length; i++) parts.push(cell(i));
    return `${parts.join(gap).trimEnd()}\n`;
  };
  const flush = (): string => {
    const wanted = widths.map((width, i) =>
      rows.reduce((most, row) => Math.max(most, widthOf(row[i]?.text ?? '')), width),
    );
    let text = '';
    if (shown === undefined) {
      const fit = fitColumns(wanted, tableWidth);
      shown = fit;
      widths = fit.widths;
      const headers = columns.map(({ header }) => ({ text: header, paint: colors.bold }));
      text = line(headers, fit.left, fit.right);
    } else if (tableWidth === undefined || widthOfAll(wanted) <= tableWidth) {
      // Columns grow while the table fits; after that, longer cells are cut.
      widths = wanted;
    }
    for (const row of rows) text += line(row, shown.left, shown.right);
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
    end: () => {
      const text = flush();
      const count = (shown?.left ?? 0) + (shown?.right ?? 0);
      if (count >= columns.length) return text;
      return `${text}${colors.dim(`${count} of ${columns.length} columns shown`)}\n`;
    },
  };
}

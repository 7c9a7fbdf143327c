/** Formats tables of aligned text. */
import { printable } from './printable.js';
import { dim } from './style.js';

export interface TableColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** A cell: text, or text with a style. The style must not change the width. */
export type Cell = string | { readonly text: string; readonly style: (text: string) => string };

/** Returns the lines of a table, titles first. Each column is as wide as its widest cell; the last one is not padded. */
export function formatTable(columns: readonly TableColumn[], rows: readonly (readonly Cell[])[]): string[] {
  const widths = columns.map(({ title }, i) =>
    rows.reduce((width, row) => Math.max(width, widthOf(textOf(row[i]))), widthOf(title)),
  );
  const line = (cells: readonly (Cell | undefined)[]): string =>
    columns
      .map(({ align }, i) => {
        const cell = cells[i];
        const text = textOf(cell);
        const space = ' '.repeat((widths[i] ?? 0) - widthOf(text));
        const styled = typeof cell === 'object' ? cell.style(text) : text;
        return align === 'right' ? space + styled : styled + space;
      })
      .join('  ')
      .trimEnd();
  const titles = columns.map(({ title }) => ({ text: title, style: dim }));
  return [line(titles), ...rows.map(line)].map((text) => `  ${text}`);
}

function textOf(cell: Cell | undefined): string {
  return printable(typeof cell === 'object' ? cell.text : (cell ?? ''));
}

/** Returns the number of characters, an approximation of the width in terminal cells. */
function widthOf(text: string): number {
  return [...text].length;
}

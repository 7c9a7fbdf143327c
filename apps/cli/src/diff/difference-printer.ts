/** Prints the differences between two files as text or JSON. */
import type { Context } from '../context.js';
import { counted } from '../counted.js';
import { printable, shortened } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';

/** One difference between file A and file B. Values are JSON text for JSON output, and display text for a table. */
export type Difference =
  | { readonly kind: 'schema'; readonly path: string; readonly a: string | null; readonly b: string | null }
  | { readonly kind: 'order'; readonly a: string; readonly b: string }
  | { readonly kind: 'rows'; readonly a: number; readonly b: number }
  | { readonly kind: 'value'; readonly row: number; readonly column: string; readonly a: string; readonly b: string };

export interface DifferencePrinter {
  print(difference: Difference): Promise<void>;
  /** Prints the table rows that have not been printed yet. */
  end(): Promise<void>;
}

const maxWidth = 60;

export function printDifferences(json: boolean, { output }: Context): DifferencePrinter {
  const { colors } = output;
  if (json) {
    return { print: (difference) => output.writeRecords(`${jsonOf(difference)}\n`), end: async () => {} };
  }
  const table = createTable(
    [
      { header: 'row', align: 'right' },
      { header: 'column', maxWidth: 40 },
      { header: 'a', maxWidth },
      { header: 'b', maxWidth },
    ],
    output,
  );
  let hasLines = false;
  let hasValues = false;
  const line = (text: string): Promise<void> => {
    hasLines = true;
    return output.write(`${text}\n`);
  };
  return {
    print: (difference) => {
      switch (difference.kind) {
        case 'schema': {
          const { path, a, b } = difference;
          const text = (node: string | null): string => (node === null ? 'missing' : printable(node));
          return line(`${colors.bold(printable(path))}: a: ${colors.red(text(a))}, b: ${colors.green(text(b))}`);
        }
        case 'order':
          return line('the columns are in a different order');
        case 'rows':
          return line(
            `a: ${colors.red(counted(difference.a, 'row'))}, b: ${colors.green(counted(difference.b, 'row'))}`,
          );
        case 'value': {
          const { row, column, a, b } = difference;
          hasValues = true;
          const cut = (text: string): string => shortened(printable(text.slice(0, 8 * maxWidth)), maxWidth);
          return output.write(
            table.row([
              { text: String(row) },
              { text: printable(column) },
              { text: cut(a), paint: colors.red },
              { text: cut(b), paint: colors.green },
            ]),
          );
        }
      }
    },
    end: async () => {
      if (hasValues) await output.write(`${hasLines ? '\n' : ''}${table.end()}`);
    },
  };
}

/**
 * Returns a difference as JSON. Its values are JSON text already and are inserted unchanged, so that they keep all
 * their digits.
 */
function jsonOf(difference: Difference): string {
  if (difference.kind !== 'value') return JSON.stringify(difference);
  const { a, b, ...rest } = difference;
  return `${JSON.stringify(rest).slice(0, -1)},"a":${a},"b":${b}}`;
}

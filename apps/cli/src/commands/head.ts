/** `marquetry head FILE...`: prints the first rows. */
import type { AddCommand } from '../context.js';
import { addRowCount, addRowOptions, type RowOptions } from '../rows/row-options.js';

export const addHead: AddCommand = (program, context) => {
  addRowOptions(addRowCount(program.command('head').description('Print the first rows.'))).action(
    async (names: string[], { rows, ...options }: RowOptions & { readonly rows: number }) => {
      const { printRows } = await import('../rows/print-rows.js');
      await printRows(names, { kind: 'first', offset: 0, limit: rows }, options, context);
    },
  );
};

/** `marquetry tail FILE...`: prints the last rows. */
import type { AddCommand } from '../context.js';
import { addRowCount, addRowOptions, type RowOptions } from '../rows/row-options.js';

export const addTail: AddCommand = (program, context) => {
  addRowOptions(addRowCount(program.command('tail').description('Print the last rows, in file order.'))).action(
    async (names: string[], { rows, ...options }: RowOptions & { readonly rows: number }) => {
      const { printRows } = await import('../rows/print-rows.js');
      await printRows(names, { kind: 'last', count: rows }, options, context);
    },
  );
};

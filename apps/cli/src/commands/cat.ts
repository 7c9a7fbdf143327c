/** `marquetry cat FILE...`: prints rows. */
import type { AddCommand } from '../context.js';
import { parseCount } from '../option-values.js';
import { addRowOptions, type RowOptions } from '../rows/row-options.js';

interface CatOptions extends RowOptions {
  readonly orderBy?: string;
  readonly offset: number;
  readonly limit?: number;
}

export const addCat: AddCommand = (program, context) => {
  addRowOptions(program.command('cat').description('Print rows: a table on a terminal, JSON lines on a pipe.'))
    .option('--order-by <column>', 'sort rows by this column, such as "delay desc"; needs --limit')
    .option('--offset <rows>', 'rows to skip', parseCount, 0)
    .option('--limit <rows>', 'maximum number of rows to print', parseCount)
    .action(async (names: string[], { offset, limit, ...options }: CatOptions) => {
      const { printRows } = await import('../rows/print-rows.js');
      await printRows(names, { kind: 'first', offset, ...(limit !== undefined && { limit }) }, options, context);
    });
};

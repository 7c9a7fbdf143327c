/**
 * `marquetry cat FILE`: rows.
 */
import { Option } from 'commander';
import type { AddCommand } from '../context.js';
import { parseCount, parsePaths } from '../option-values.js';
import { formatNames } from '../rows/format-name.js';
import type { CatOptions } from '../rows/print-rows.js';
import { whereHelp } from '../where/where-help.js';

export const addCat: AddCommand = (program, context) => {
  program
    .command('cat')
    .description('Rows: a table on a terminal, JSON lines on a pipe.')
    .argument('<file>', 'path or URL')
    .option('--columns <paths>', 'columns, separated by commas; A.B for nested ones', parsePaths)
    .option('--where <predicate>', `only rows that pass ${whereHelp}`)
    .option('--order-by <column>', 'the first rows by a column, such as "delay desc"; needs --limit')
    .option('--offset <rows>', 'rows to pass over', parseCount, 0)
    .option('--limit <rows>', 'rows to print at most', parseCount)
    .addOption(new Option('--format <name>', 'how to print rows').choices(formatNames))
    .option('--json', 'the same as --format json')
    .action(async (name: string, options: CatOptions) => {
      const { printRows } = await import('../rows/print-rows.js');
      await printRows(name, options, context);
    });
};

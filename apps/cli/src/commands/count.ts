/** `marquetry count FILE...`: prints the number of rows. */
import type { AddCommand } from '../context.js';
import type { CountOptions } from '../where/print-count.js';
import { whereHelp } from '../where/where-help.js';

export const addCount: AddCommand = (program, context) => {
  program
    .command('count')
    .description('Print the number of rows, or of rows that match a predicate.')
    .argument('<files...>', 'paths, URLs, folders or patterns such as "2024-*.parquet"')
    .option('--where <predicate>', `count only rows that match ${whereHelp}`)
    .option('--json', '{ "rows": N }, plus "file" if there are several files')
    .action(async (names: string[], options: CountOptions) => {
      const { printCount } = await import('../where/print-count.js');
      await printCount(names, options, context);
    });
};

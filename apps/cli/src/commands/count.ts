/**
 * `marquetry count FILE`: the number of rows.
 */
import type { AddCommand } from '../context.js';
import type { CountOptions } from '../where/print-count.js';
import { whereHelp } from '../where/where-help.js';

export const addCount: AddCommand = (program, context) => {
  program
    .command('count')
    .description('The number of rows, or of those that pass a predicate.')
    .argument('<file>', 'path or URL')
    .option('--where <predicate>', whereHelp)
    .option('--json', '{ "rows": N }')
    .action(async (name: string, options: CountOptions) => {
      const { printCount } = await import('../where/print-count.js');
      await printCount(name, options, context);
    });
};

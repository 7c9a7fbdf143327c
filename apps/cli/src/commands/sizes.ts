/**
 * `marquetry sizes FILE`: measures the size of each column in each encoding and codec, by encoding and decoding its
 * values.
 */
import type { AddCommand } from '../context.js';
import type { SizesOptions } from '../sizes/print-sizes.js';

export const addSizes: AddCommand = (program, context) => {
  program
    .command('sizes')
    .description('Measure the size and decoding speed of each column with every encoding and codec.')
    .argument('<file>', 'path or URL')
    .option('--column <path>', 'only this column, or the columns of this group')
    .option('--codec <name>', 'only this codec; may be repeated', (name: string, before: string[] = []) => [
      ...before,
      name,
    ])
    .option('--json', 'print one JSON object per column, encoding and codec')
    .action(async (name: string, options: SizesOptions) => {
      const { printSizes } = await import('../sizes/print-sizes.js');
      await printSizes(name, options, context);
    });
};

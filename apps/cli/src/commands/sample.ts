/** `marquetry sample FILE...`: prints random rows. */
import type { AddCommand } from '../context.js';
import { parseCount } from '../option-values.js';
import { addRowCount, addRowOptions, type RowOptions } from '../rows/row-options.js';

interface SampleOptions extends RowOptions {
  readonly rows: number;
  readonly seed?: number;
}

export const addSample: AddCommand = (program, context) => {
  addRowOptions(addRowCount(program.command('sample').description('Print random rows, in file order.')))
    .option('--seed <number>', 'random seed; the same seed chooses the same rows', parseCount)
    .action(async (names: string[], { rows, seed, ...options }: SampleOptions) => {
      const { printRows } = await import('../rows/print-rows.js');
      const anySeed = Math.floor(Math.random() * 2 ** 32);
      await printRows(names, { kind: 'sample', count: rows, seed: seed ?? anySeed }, options, context);
    });
};

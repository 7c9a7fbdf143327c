/** `marquetry diff A B`: compares two files. */
import type { AddCommand } from '../context.js';
import type { DiffOptions } from '../diff/diff-files.js';
import { parsePaths, parseSize } from '../option-values.js';

export const addDiff: AddCommand = (program, context) => {
  program
    .command('diff')
    .description('Compare the schemas of two files, then their values, row by row.')
    .argument('<a>', 'path or URL')
    .argument('<b>', 'path or URL')
    .option('--columns <paths>', 'compare only these columns, separated by commas; A.B for nested columns', parsePaths)
    .option('--schema', 'compare only the schemas')
    .option('-n, --values <count>', 'maximum number of differing values to print', parseSize, 10)
    .option('--json', 'print one JSON object per difference')
    .addHelpText(
      'after',
      '\nExit codes: 0 (the files are the same), 1 (they differ), 2 (one of them could not be read).',
    )
    .action(async (a: string, b: string, options: DiffOptions) => {
      const { diffFiles } = await import('../diff/diff-files.js');
      await diffFiles(a, b, options, context);
    });
};

/**
 * `marquetry merge FILE... OUT`: several files as one.
 */
import type { AddCommand } from '../context.js';
import type { MergeOptions } from '../copy/merge-files.js';

export const addMerge: AddCommand = (program, context) => {
  program
    .command('merge')
    .description('Write the row groups of several files of one schema to one file. Pages are copied, not decoded.')
    .argument('<files...>', 'files to read, and last the file to write')
    .option('--replace', 'replace the file to write if there is one')
    .option('--json', '{ "files", "rowGroups", "rows" }')
    .action(async (names: string[], options: MergeOptions) => {
      const { mergeFiles } = await import('../copy/merge-files.js');
      await mergeFiles(names, options, context);
    });
};

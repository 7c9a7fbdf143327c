/** `marquetry merge FILE... OUT`: joins several files into one. */
import type { AddCommand } from '../context.js';
import type { MergeOptions } from '../copy/merge-files.js';
import { addOutputEncryption } from '../keys/output-encryption.js';

export const addMerge: AddCommand = (program, context) => {
  addOutputEncryption(program.command('merge'))
    .description(
      'Write the row groups of several files with the same schema to one file. Pages are copied, not decoded.',
    )
    .argument('<files...>', 'files to read, followed by the file to write')
    .option('--replace', 'replace the output file if it exists')
    .option('--json', '{ "files", "rowGroups", "rows" }')
    .action(async (names: string[], options: MergeOptions) => {
      const { mergeFiles } = await import('../copy/merge-files.js');
      await mergeFiles(names, options, context);
    });
};

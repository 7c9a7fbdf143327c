/** `marquetry split FILE`: splits a file into several. */
import type { AddCommand } from '../context.js';
import type { SplitOptions } from '../copy/split-file.js';
import { addOutputEncryption } from '../keys/output-encryption.js';
import { parseSize } from '../option-values.js';

export const addSplit: AddCommand = (program, context) => {
  addOutputEncryption(program.command('split'))
    .description('Write the row groups of a file to several files. Pages are copied, not decoded.')
    .argument('<file>', 'path or URL')
    .option('--row-groups <count>', 'row groups per file; default 1', parseSize)
    .option('--rows <count>', 'maximum rows per file; a larger row group gets its own file', parseSize)
    .option('--prefix <path>', 'write <path>-0.parquet and so on; default: the path of the file without .parquet')
    .option('--replace', 'replace existing files')
    .option('--json', 'print one JSON object per file: { "file", "rowGroups", "rows" }')
    .action(async (name: string, options: SplitOptions) => {
      const { splitFile } = await import('../copy/split-file.js');
      await splitFile(name, options, context);
    });
};

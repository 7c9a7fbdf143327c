/**
 * `marquetry rewrite IN OUT`: decodes, and writes anew.
 */
import { Option } from 'commander';
import type { AddCommand } from '../context.js';
import { parseSize } from '../option-values.js';
import type { RewriteOptions } from '../rewrite/rewrite-file.js';

export const addRewrite: AddCommand = (program, context) => {
  program
    .command('rewrite')
    .description('Re-encode a file with other encodings, codecs, pages or row groups.')
    .argument('<in>', 'path or URL')
    .argument('<out>', 'path; replaced only when the new file is whole')
    .option(
      '--encoding <[path=]name>',
      'for all columns that can hold it and other readers read, or for one; may be repeated',
      collect,
    )
    .option('--codec <name>', 'default: as it is')
    .addOption(new Option('--page-version <version>', 'of data pages; default 1').choices(['1', '2']))
    .option('--page-size <bytes>', 'of the values of a page as PLAIN; default 1 MiB', parseSize)
    .option('--row-group-rows <rows>', 'default: row groups as they are, up to 192 MiB encoded', parseSize)
    .option('--no-crc', 'no page checksums')
    .option('--no-index', 'no page indexes; page headers carry statistics instead')
    .option('--bloom <path>', 'a Bloom filter for this column; may be repeated', collect)
    .option('--json', 'one object per column')
    .action(async (from: string, to: string, options: RewriteOptions) => {
      const { rewriteFile } = await import('../rewrite/rewrite-file.js');
      await rewriteFile(from, to, options, context);
    });
};

function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

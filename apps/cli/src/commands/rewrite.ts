/** `marquetry rewrite IN OUT`: decodes a file and encodes it again. */
import { Option } from 'commander';
import type { AddCommand } from '../context.js';
import { addOutputEncryption } from '../keys/output-encryption.js';
import { parseSize } from '../option-values.js';
import type { RewriteOptions } from '../rewrite/rewrite-file.js';

export const addRewrite: AddCommand = (program, context) => {
  addOutputEncryption(program.command('rewrite'))
    .description('Re-encode a file with other encodings, codecs, pages or row groups.')
    .argument('<in>', 'path or URL')
    .argument('<out>', 'path to write; an existing file is replaced only when the new one is complete')
    .option(
      '--encoding <[path=]name>',
      'encoding to write: PATH=NAME for one column; NAME for all columns whose type it supports, except those that other readers could not read; may be repeated',
      collect,
    )
    .option('--codec <name>', 'codec to write; default: the current codec of each column')
    .addOption(new Option('--page-version <version>', 'data page version; default 1').choices(['1', '2']))
    .option('--page-size <bytes>', 'size of a page before encoding and compression; default 1 MiB', parseSize)
    .option(
      '--row-group-rows <rows>',
      'rows per row group; default: as in the input file, or fewer if that many rows exceed 192 MiB encoded',
      parseSize,
    )
    .option('--no-crc', 'omit page checksums')
    .option('--no-index', 'omit page indexes; page headers contain statistics instead')
    .option('--bloom <path>', 'write a Bloom filter for this column; may be repeated', collect)
    .option('--json', 'print one JSON object per column')
    .action(async (from: string, to: string, options: RewriteOptions) => {
      const { rewriteFile } = await import('../rewrite/rewrite-file.js');
      await rewriteFile(from, to, options, context);
    });
};

function collect(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

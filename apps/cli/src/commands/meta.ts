/** `marquetry meta FILE...`: prints the footer. */
import type { AddCommand } from '../context.js';

export const addMeta: AddCommand = (program, context) => {
  program
    .command('meta')
    .description('Print the footer: row groups, column chunks, sizes, encodings, statistics, key-value metadata.')
    .argument('<files...>', 'paths, URLs, folders or patterns such as "2024-*.parquet"')
    .option('--json', 'print one JSON object per file')
    .action(async (names: string[], { json }: { readonly json?: boolean }) => {
      const { printMeta } = await import('../meta/print-meta.js');
      await printMeta(names, json === true, context);
    });
};

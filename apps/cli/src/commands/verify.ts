/** `marquetry verify FILE...`: decodes everything and prints one line per problem. */
import type { AddCommand } from '../context.js';

export const addVerify: AddCommand = (program, context) => {
  program
    .command('verify')
    .description(
      'Decode everything, and check checksums, counts, offsets, indexes and statistics. Print one line per problem.',
    )
    .argument('<files...>', 'paths, URLs, folders or patterns such as "2024-*.parquet"')
    .option('--json', 'print one JSON object per problem, then one with a summary')
    .action(async (names: string[], { json }: { readonly json?: boolean }) => {
      const { verifyFiles } = await import('../verify/verify-files.js');
      await verifyFiles(names, json === true, context);
    });
};

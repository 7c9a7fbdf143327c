/**
 * `marquetry verify FILE`: decodes everything, and says what contradicts what.
 */
import type { AddCommand } from '../context.js';

export const addVerify: AddCommand = (program, context) => {
  program
    .command('verify')
    .description('Decodes everything; checks checksums, counts, offsets, indexes and statistics. A line a fault.')
    .argument('<file>', 'path or URL')
    .option('--json', 'one object a line for every fault, then one that sums up')
    .action(async (name: string, { json }: { readonly json?: boolean }) => {
      const { verifyFile } = await import('../verify/verify-file.js');
      await verifyFile(name, json === true, context);
    });
};

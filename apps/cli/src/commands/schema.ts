/**
 * `marquetry schema FILE`: the schema tree.
 */
import type { AddCommand } from '../context.js';

export const addSchema: AddCommand = (program, context) => {
  program
    .command('schema')
    .description('The schema tree: physical and logical types, maximum levels.')
    .argument('<file>', 'path or URL')
    .option('--json', 'one object a line for every node below the root')
    .action(async (name: string, { json }: { readonly json?: boolean }) => {
      const { printSchema } = await import('../schema/print-schema.js');
      await printSchema(name, json === true, context);
    });
};

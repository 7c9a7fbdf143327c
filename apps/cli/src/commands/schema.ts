/** `marquetry schema FILE...`: prints the schema tree. */
import type { AddCommand } from '../context.js';
import type { SchemaOptions } from '../schema/print-schema.js';

export const addSchema: AddCommand = (program, context) => {
  program
    .command('schema')
    .description('Print the schema tree: physical and logical types, maximum definition and repetition levels.')
    .argument('<files...>', 'paths, URLs or patterns such as "2024-*.parquet"; a folder is read as one table')
    .option('--json', 'print one JSON object per node below the root')
    .option('--row-count', 'print { "rows", "rowGroups", "columns" } before the objects for the nodes; needs --json')
    .action(async (names: string[], options: SchemaOptions) => {
      const { printSchemas } = await import('../schema/print-schemas.js');
      await printSchemas(names, options, context);
    });
};

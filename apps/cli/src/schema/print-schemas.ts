/** Prints the schemas of one or more files. */
import type { Context } from '../context.js';
import { eachInput } from '../each-input.js';
import { UsageError } from '../failure.js';
import { filesOf, isFolder } from '../inputs.js';
import type { SchemaOptions } from './print-schema.js';

/**
 * Prints one schema for each file that the arguments name, and one schema for a folder, whose files are read as one
 * table.
 */
export async function printSchemas(args: readonly string[], options: SchemaOptions, context: Context): Promise<void> {
  if (options.rowCount === true && options.json !== true) {
    throw new UsageError('--row-count requires --json; without --json, the number of rows is always printed');
  }
  const [name, ...others] = args;
  if (name !== undefined && others.length === 0 && isFolder(name)) return printTableSchema(name, options, context);
  // Import dynamically, so that the bundle has a separate small file for `schema FILE`, which then starts faster.
  const { printSchema } = await import('./print-schema.js');
  await eachInput(args, options.json === true, context, (name, isOneOfSeveral) =>
    printSchema(name, { ...options, ...(isOneOfSeveral && { file: name }) }, context),
  );
}

async function printTableSchema(folder: string, options: SchemaOptions, context: Context): Promise<void> {
  const { openTable } = await import('../open-table.js');
  const names = await filesOf([folder]);
  const { dataset, withFile } = await openTable(names, {}, context);
  let rowCount = 0;
  let rowGroups = 0;
  for (const index of names.keys()) {
    await withFile(index, async (file) => {
      rowCount += file.rowCount;
      rowGroups += file.metadata.rowGroups.length;
    });
    await context.pause();
  }
  const { printDescribed } = await import('./print-schema.js');
  await printDescribed({ schema: dataset.schema, rowCount, rowGroups, files: names.length }, options, context);
}

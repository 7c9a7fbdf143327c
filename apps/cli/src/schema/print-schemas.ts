/**
 * The schemas of one or more files.
 */
import type { Context } from '../context.js';
import { eachInput } from '../each-input.js';
import { UsageError } from '../failure.js';
import type { SchemaOptions } from './print-schema.js';

/** Prints the schemas of paths, URLs and patterns. */
export async function printSchemas(args: readonly string[], options: SchemaOptions, context: Context): Promise<void> {
  if (options.rowCount === true && options.json !== true) {
    throw new UsageError('--row-count needs --json: the tree states the number of rows anyway');
  }
  // Not loaded as a part of this module: `schema FILE` loads it alone, in one file.
  const { printSchema } = await import('./print-schema.js');
  await eachInput(args, options.json === true, context, (name, isOneOfSeveral) =>
    printSchema(name, { ...options, ...(isOneOfSeveral && { file: name }) }, context),
  );
}

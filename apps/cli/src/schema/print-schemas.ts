/** Prints the schemas of one or more files. */
import type { Context } from '../context.js';
import { eachInput } from '../each-input.js';
import { UsageError } from '../failure.js';
import type { SchemaOptions } from './print-schema.js';

/** Prints the schemas of paths, URLs and patterns. */
export async function printSchemas(args: readonly string[], options: SchemaOptions, context: Context): Promise<void> {
  if (options.rowCount === true && options.json !== true) {
    throw new UsageError('--row-count requires --json; without it, the number of rows is always printed');
  }
  // Loaded dynamically, so that the bundler keeps it in a file of its own, which `schema FILE` loads alone.
  const { printSchema } = await import('./print-schema.js');
  await eachInput(args, options.json === true, context, (name, isOneOfSeveral) =>
    printSchema(name, { ...options, ...(isOneOfSeveral && { file: name }) }, context),
  );
}

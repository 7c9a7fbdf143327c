/**
 * The number of rows, of all or of those that pass a predicate.
 */
import type { Context } from '../context.js';
import { withFooter, withInput } from '../open-input.js';
import { readWhere } from './read-where.js';

export interface CountOptions {
  readonly where?: string;
  readonly json?: boolean;
}

/** Prints the count for a path or URL. Without a predicate only the footer is read. */
export async function printCount(name: string, { where, json }: CountOptions, context: Context): Promise<void> {
  const print = (rows: number): Promise<void> =>
    context.output.write(json === true ? `${JSON.stringify({ rows })}\n` : `${rows}\n`);
  if (where === undefined) return withFooter(name, context, (file) => print(file.rowCount));
  return withInput(name, context, async (file) => {
    const { countRows } = await import('@marquetry/prune');
    await print(await countRows(file, { where: readWhere(where, file), signal: context.signal }));
  });
}

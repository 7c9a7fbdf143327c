/** Prints the number of all rows, or of rows that match a predicate. */
import type { Context } from '../context.js';
import { blaming } from '../file-fault.js';
import { inputsOf } from '../inputs.js';
import { withFooter, withInput } from '../open-input.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';

export interface CountOptions {
  readonly where?: string;
  readonly json?: boolean;
}

/** Prints the counts of paths, URLs and patterns. Without a predicate, only footers are read. */
export async function printCount(args: readonly string[], options: CountOptions, context: Context): Promise<void> {
  const { output } = context;
  const names = await inputsOf(args);
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) {
    const rows = await countIn(only, options.where, context);
    await output.write(options.json === true ? `${JSON.stringify({ rows })}\n` : `${rows}\n`);
    return;
  }
  const table = createTable([{ header: 'rows', align: 'right' }, { header: 'file' }], output);
  let total = 0;
  for (const name of names) {
    const rows = await blaming(name, countIn(name, options.where, context));
    total += rows;
    if (options.json === true) await output.writeRecords(`${JSON.stringify({ file: name, rows })}\n`);
    else await output.write(table.row([{ text: String(rows) }, { text: printable(name) }]));
  }
  if (options.json === true) return;
  await output.write(table.row([{ text: String(total) }, { text: 'total', paint: output.colors.dim }]) + table.end());
}

async function countIn(name: string, where: string | undefined, context: Context): Promise<number> {
  if (where === undefined) return withFooter(name, context, async (file) => file.rowCount);
  return withInput(name, context, async (file) => {
    const { countMatching } = await import('./count-matching.js');
    return countMatching(file, where, context);
  });
}

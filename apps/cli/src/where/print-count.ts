/** Prints the number of all rows, or of rows that match a predicate. */
import type { Context } from '../context.js';
import { blaming } from '../file-fault.js';
import { filesOf, isSummary, onlyFileOf } from '../inputs.js';
import { withFooter, withInput } from '../open-input.js';
import { printable } from '../terminal/printable.js';
import { createTable } from '../terminal/table.js';

export interface CountOptions {
  readonly where?: string;
  readonly json?: boolean;
}

/**
 * Prints the number of rows in each file that the arguments name. Without a predicate, reads only footers. With a
 * predicate, does not open a file whose partition shows that none of its rows can match.
 */
export async function printCount(args: readonly string[], options: CountOptions, context: Context): Promise<void> {
  const { output } = context;
  const only = onlyFileOf(args);
  if (only !== undefined) {
    const rows = isSummary(only)
      ? await sumOf(only, options.where, context)
      : await countIn(only, options.where, context);
    await output.write(options.json === true ? `${JSON.stringify({ rows })}\n` : `${rows}\n`);
    return;
  }
  const table = createTable([{ header: 'rows', align: 'right' }, { header: 'file' }], output);
  const { names, countOf } = await countsOf(await filesOf(args), options.where, context);
  let total = 0;
  for (const [index, name] of names.entries()) {
    const rows = await countOf(index);
    total += rows;
    if (options.json === true) await output.writeRecords(`${JSON.stringify({ file: name, rows })}\n`);
    else await output.write(table.row([{ text: String(rows) }, { text: printable(name) }]));
  }
  if (options.json === true) return;
  await output.write(table.row([{ text: String(total) }, { text: 'total', paint: output.colors.dim }]) + table.end());
}

/** Returns the number of rows in all files that a summary file lists. */
async function sumOf(name: string, where: string | undefined, context: Context): Promise<number> {
  const { names, countOf } = await countsOf([name], where, context);
  let sum = 0;
  for (const index of names.keys()) sum += await countOf(index);
  return sum;
}

/** The files of one table, and how to count the rows of each. */
interface Counts {
  readonly names: readonly string[];
  readonly countOf: (index: number) => Promise<number>;
}

async function countsOf(names: readonly string[], where: string | undefined, context: Context): Promise<Counts> {
  if (where === undefined) {
    return {
      names,
      countOf: (index) => blaming(names[index] as string, countIn(names[index] as string, where, context)),
    };
  }
  const { openTable } = await import('../open-table.js');
  const table = await openTable(names, { columns: [], where }, context);
  const { signal } = context;
  return {
    names: table.dataset.files.map(({ path }) => path),
    countOf: (index) => table.blaming(index, table.dataset.countIn(index, { where: table.where ?? {}, signal })),
  };
}

async function countIn(name: string, where: string | undefined, context: Context): Promise<number> {
  if (where === undefined) return withFooter(name, context, async (file) => file.rowCount);
  return withInput(name, context, async (file) => {
    const { countMatching } = await import('./count-matching.js');
    return countMatching(file, where, context);
  });
}

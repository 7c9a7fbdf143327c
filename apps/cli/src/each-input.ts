/** Runs a command for each FILE. */
import type { Context } from './context.js';
import { blaming } from './file-fault.js';
import { filesOf } from './inputs.js';
import { printable } from './terminal/printable.js';

/**
 * Calls `use` for each input file in turn. If there are several files, prints a title before each file's output, except
 * in JSON mode, where each object contains the name of its file. Errors name the file as well.
 */
export async function eachInput(
  args: readonly string[],
  json: boolean,
  { output }: Pick<Context, 'output'>,
  use: (name: string, isOneOfSeveral: boolean) => Promise<void>,
): Promise<void> {
  const names = await filesOf(args);
  const isOneOfSeveral = names.length > 1;
  for (const [i, name] of names.entries()) {
    if (!isOneOfSeveral) await use(name, false);
    else {
      if (!json) await output.write(`${i === 0 ? '' : '\n'}${output.colors.bold(`==> ${printable(name)} <==`)}\n`);
      await blaming(name, use(name, true));
    }
  }
}

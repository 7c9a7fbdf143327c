/**
 * Expands the FILE arguments of a command: paths, URLs, and patterns, which are replaced by the files that match them.
 */
import { existsSync } from 'node:fs';
import { UsageError } from './failure.js';

/** Characters that mark a pattern, if no file has that name. */
const magic = /[*?[\]{}]|[!+@]\(/;

/**
 * Returns the files of the arguments, in their order; the files of a pattern are sorted. Patterns reach the command if
 * they are quoted, and from shells that do not expand them.
 * @throws UsageError for a pattern that no file matches.
 */
export async function inputsOf(names: readonly string[]): Promise<readonly string[]> {
  const inputs: string[] = [];
  for (const name of names) {
    if (isPattern(name)) inputs.push(...(await matchesOf(name)));
    else inputs.push(name);
  }
  return inputs;
}

function isPattern(name: string): boolean {
  return magic.test(name) && !/^(https?|file):/i.test(name) && !existsSync(name);
}

async function matchesOf(pattern: string): Promise<readonly string[]> {
  const { glob } = await import('tinyglobby');
  const found = await glob(pattern, { onlyFiles: true, expandDirectories: false });
  if (found.length === 0) throw new UsageError(`${pattern}: no file matches the pattern`);
  return found.sort();
}

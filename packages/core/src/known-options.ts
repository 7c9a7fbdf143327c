/**
 * Options that nobody reads: refused, as a misspelt name would change nothing without a word.
 */
import { ParquetError } from './errors.js';

/** The names of all options of a call. A type, so that a name that is missing or left over does not compile. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Checks the names of options. Members that are undefined are not looked at.
 * @param call What takes the options, for the error: `openParquet`.
 * @param known Its members are the names.
 * @throws ParquetError INVALID_ARGUMENT for a name that is not one of `known`, with the nearest of these.
 */
export function requireKnownOptions(call: string, options: object | undefined, known: object): void {
  for (const [name, value] of Object.entries(options ?? {})) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const near = nearestName(name, names);
    const cure = near === undefined ? `its options are ${names.join(', ')}` : `did you mean \`${near}\`?`;
    throw new ParquetError('INVALID_ARGUMENT', `\`${call}\` has no option \`${name}\`: ${cure}`);
  }
}

/** The name that differs in the fewest letters between a common start and a common end, in a third of the letters at most. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Math.ceil(name.length / 3) + 1;
  for (const other of names) {
    const changes = differing(name.toLowerCase(), other.toLowerCase());
    if (changes >= least) continue;
    least = changes;
    nearest = other;
  }
  return nearest;
}

/** Letters from the first to the last in which two words differ, in the longer of them. */
function differing(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end;
}

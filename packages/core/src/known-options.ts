/** Rejects unknown options, because a misspelt name would otherwise be ignored silently. */
import { ParquetError } from './errors.js';

/** The names of all options of a call. The type makes the compiler report missing and superfluous names. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Checks the names of options. Ignores members that are undefined.
 * @param call The name of the function that takes the options, for the error: `openParquet`.
 * @param known An object whose keys are the valid names.
 * @throws ParquetError INVALID_ARGUMENT for a name that is not one of `known`, with the nearest known name.
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

/**
 * Returns the most similar name: the one in which the fewest letters differ between the common start and the common
 * end. At most a third of its letters may differ.
 */
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

/** Returns the number of letters of the longer word from the first to the last letter in which the words differ. */
function differing(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end;
}

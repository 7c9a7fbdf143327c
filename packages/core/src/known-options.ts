/** Rejects unknown options, so that a misspelled name is not silently ignored. */
import { ParquetError } from './errors.js';

/** An object with one key per option in `Options`, so that the compiler reports missing and superfluous names. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/**
 * Throws if `options` has a key that is not in `known`. Options whose value is undefined are ignored.
 * @param call The function that takes the options, such as `openParquet`. The error names it.
 * @param known An object whose keys are the valid names.
 * @throws ParquetError INVALID_ARGUMENT for a name that is not one of `known`. The error suggests the most similar
 * known name.
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
 * Returns the known name that is most similar to `name`, or undefined if more than a third of the letters of `name`
 * differ in every known name. Two names are compared after their common start and end are removed: the fewer letters
 * remain, the more similar the names are.
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

/** Returns how many letters of the longer word are left after the common start and end of both words are removed. */
function differing(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end;
}

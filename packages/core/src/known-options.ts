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
 * @throws ParquetError INVALID_ARGUMENT for a name that is not one of `known`, with the nearest of these; for options that are not an
 *   object.
 */
export function requireKnownOptions(call: string, options: object | undefined, known: object): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) {
    throw new ParquetError('INVALID_ARGUMENT', `the options of \`${call}\` must be an object, got ${options}`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const near = nearestName(name, names);
    const cure = near === undefined ? `its options are ${names.join(', ')}` : `did you mean \`${near}\`?`;
    throw new ParquetError('INVALID_ARGUMENT', `\`${call}\` has no option \`${name}\`: ${cure}`);
  }
}

/** The name that the fewest changed letters lead to, if these are a third of the letters at most. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Math.ceil(name.length / 3) + 1;
  for (const other of names) {
    const changes = distance(name.toLowerCase(), other.toLowerCase());
    if (changes >= least) continue;
    least = changes;
    nearest = other;
  }
  return nearest;
}

/** Letters to insert, remove or replace to make one word of another (Levenshtein), by one row of the table at a time. */
function distance(from: string, to: string): number {
  // Nobody misspells a name of this length; whoever makes one up is not to spend our time.
  if (from.length > 40) return from.length;
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] as number) + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}

/**
 * A quick run of a conformance suite: a third of what a full run takes.
 */
import { isFull } from './full.js';

interface Case {
  /** `label: case`: the page that the case is tried on, and what is tried. */
  readonly name: string;
}

/** Occurrences of a case, on as many pages, of which six are chosen. */
const round = 18;
const chosen = 6;
/** Cases on fewer pages than these are tried on all of them. */
const few = 6;

/**
 * All of `cases` in a full run. In a quick one, each case is tried on a third of its pages. A suite has six pages per column; 7 has
 * no factor in common with 18, so the chosen ones are of all columns and of all six kinds, and others for each case.
 */
export function someCases<T extends Case>(cases: readonly T[]): readonly T[] {
  if (isFull) return cases;
  const tried = cases.map(({ name }) => name.slice(name.lastIndexOf(': ') + 2));
  const names = [...new Set(tried)];
  const counts = new Map<string, number>();
  for (const name of tried) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  return cases.filter((_, i) => {
    const name = tried[i] as string;
    const occurrence = seen.get(name) ?? 0;
    seen.set(name, occurrence + 1);
    return (counts.get(name) ?? 0) < few || (7 * occurrence + names.indexOf(name)) % round < chosen;
  });
}

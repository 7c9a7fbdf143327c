/**
 * Selects the cases of a conformance suite for a quick run: a third of those of a full run.
 */
import { isFull } from './full.js';

interface Case {
  /** A name has the form `label: case`, where the label is the page on which the case runs. */
  readonly name: string;
}

/** A case runs on many pages. A quick run chooses 6 of every 18 pages. */
const round = 18;
const chosen = 6;
/** A test case with fewer pages than this uses every page; a larger one uses a sample. */
const few = 6;

/**
 * Returns all `cases` in a full run. In a quick run, each case runs on a third of its pages. A suite has six pages per column. 7 has no
 * factor in common with 18, so the chosen pages are of all columns and all six kinds, and differ from case to case.
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

/**
 * Sets of rows as arrays of ranges `[from, to)`. The ranges are in ascending order, with gaps in between.
 */
export type Range = readonly [from: number, to: number];
export type Ranges = readonly Range[];

export function intersectRanges(a: Ranges, b: Ranges): Ranges {
  const found: Range[] = [];
  for (let i = 0, k = 0; i < a.length && k < b.length; ) {
    const [aFrom, aTo] = a[i] as Range;
    const [bFrom, bTo] = b[k] as Range;
    const from = Math.max(aFrom, bFrom);
    const to = Math.min(aTo, bTo);
    if (from < to) found.push([from, to]);
    if (aTo < bTo) i++;
    else k++;
  }
  return found;
}

export function uniteRanges(a: Ranges, b: Ranges): Ranges {
  return mergeRanges([...a, ...b].sort((x, y) => x[0] - y[0]));
}

/** Joins ranges that touch or overlap, and drops empty ones. The ranges must ascend by their start. */
export function mergeRanges(ascending: Ranges): Ranges {
  const found: [number, number][] = [];
  for (const [from, to] of ascending) {
    if (from >= to) continue;
    const last = found.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

export function rowsIn(ranges: Ranges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

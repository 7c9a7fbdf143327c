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

/** Joins ranges that touch or overlap, and drops empty ones. The ranges must be sorted by their start. */
function mergeRanges(ascending: Ranges): Ranges {
  const found = new RangeList();
  for (const [from, to] of ascending) found.add(from, to);
  return found.ranges;
}

/** A list of ranges, which must be added in the order of their starts. */
export class RangeList {
  readonly ranges: [number, number][] = [];
  private last: [number, number] | undefined = undefined;

  /** Adds a range: joins it to the last one if they touch or overlap, and drops it if it is empty. */
  add(from: number, to: number): void {
    const { last } = this;
    if (from >= to) return;
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else {
      this.last = [from, to];
      this.ranges.push(this.last);
    }
  }
}

export function rowsIn(ranges: Ranges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

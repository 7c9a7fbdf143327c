/**
 * Which columns of a table fit a line, and how wide they are.
 *
 *   1. all of them, as wide as they are
 *   2. all of them, the widest cut, to no less than 20
 *   3. as many of the first and the last as fit around a mark:   first  second  …  last
 */

/** Between columns. */
export const gap = '  ';

/** The mark stands for columns that are left out. */
const markWidth = 1;

/** Columns are cut to no less than this before others are left out. */
const leastCut = 20;

export interface FittedColumns {
  /** Columns shown before the mark, and after it. All of them are before it where none is left out. */
  readonly left: number;
  readonly right: number;
  /** Of all columns. */
  readonly widths: readonly number[];
}

/** Fits columns of these widths into `most` characters; undefined for any number. One column is always shown. */
export function fitColumns(widths: readonly number[], most: number | undefined): FittedColumns {
  const { length } = widths;
  if (most === undefined || widthOfAll(widths) <= most) return { left: length, right: 0, widths };
  const cut = cutWidest(widths, most);
  if (widthOfAll(cut) <= most) return { left: length, right: 0, widths: cut };
  let left = 1;
  let right = 0;
  let used = (cut[0] as number) + gap.length + markWidth;
  for (;;) {
    // The last columns take turns with the first.
    const next = right < left ? length - 1 - right : left;
    used += gap.length + (cut[next] as number);
    if (used > most || left + right + 1 === length) break;
    if (right < left) right++;
    else left++;
  }
  return { left, right, widths: cut.map((width) => Math.min(width, Math.max(1, most - gap.length - markWidth))) };
}

/** Characters of a line. */
export function widthOfAll(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * Math.max(0, widths.length - 1));
}

/** The widths with one bound for all, the largest with which they fit, or the least. */
function cutWidest(widths: readonly number[], most: number): readonly number[] {
  let bound = widths.reduce((a, b) => Math.max(a, b), 0);
  const cutTo = (limit: number): number[] => widths.map((width) => Math.min(width, limit));
  while (bound > leastCut && widthOfAll(cutTo(bound)) > most) bound--;
  return cutTo(Math.max(bound, leastCut));
}

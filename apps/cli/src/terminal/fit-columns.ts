/**
 * Chooses which columns of a table are shown, and how wide. Uses the first of these layouts that fits:
 *
 *   1. all columns at full width
 *   2. all columns, with the widest ones cut, but not below 20 characters
 *   3. as many of the first and last columns, cut as in 2, as fit, with `…` for the others:   first  second  …  last
 *      Shown columns are then widened again if the omitted columns leave room.
 */

/** The text between columns. */
export const gap = '  ';

/** Width of the `…` that stands for omitted columns. */
const markWidth = 1;

/** Columns are narrowed to this width, in characters, before any column is omitted. */
const leastCut = 20;

export interface FittedColumns {
  /**
   * Number of columns shown before the `…` that stands for omitted columns. If no column is omitted, it is the total
   * number of columns.
   */
  readonly left: number;
  readonly right: number;
  /** The width of every column, shown or not. */
  readonly widths: readonly number[];
}

/**
 * Fits columns of these widths into `most` characters; undefined means no limit. At least one column is always shown.
 */
export function fitColumns(widths: readonly number[], most: number | undefined): FittedColumns {
  const { length } = widths;
  if (most === undefined || widthOfAll(widths) <= most) return { left: length, right: 0, widths };
  const cut = cutWidest(widths, most);
  if (widthOfAll(cut) <= most) return { left: length, right: 0, widths: cut };
  let left = 1;
  let right = 0;
  let used = (cut[0] as number) + gap.length + markWidth;
  for (;;) {
    // Add columns alternately from the start and from the end.
    const next = right < left ? length - 1 - right : left;
    used += gap.length + (cut[next] as number);
    if (used > most || left + right + 1 === length) break;
    if (right < left) right++;
    else left++;
  }
  const room = Math.max(1, most - gap.length - markWidth);
  const omitted = length - left - right;
  const shown = cutWidest([...widths.slice(0, left), ...widths.slice(left + omitted)], room);
  const fitted = [...shown.slice(0, left), ...cut.slice(left, left + omitted), ...shown.slice(left)];
  return { left, right, widths: fitted.map((width) => Math.min(width, room)) };
}

/** Width of a line with columns of these widths. */
export function widthOfAll(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * Math.max(0, widths.length - 1));
}

/**
 * Returns the widths, limited to a common maximum. It is the largest maximum for which all columns fit, but at least
 * {@link leastCut}.
 */
function cutWidest(widths: readonly number[], most: number): readonly number[] {
  let bound = widths.reduce((a, b) => Math.max(a, b), 0);
  const cutTo = (limit: number): number[] => widths.map((width) => Math.min(width, limit));
  while (bound > leastCut && widthOfAll(cutTo(bound)) > most) bound--;
  return cutTo(Math.max(bound, leastCut));
}

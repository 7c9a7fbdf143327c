/**
 * Cuts a large row group into several ranges of rows.
 *
 *   a   |    page    |    page    |    page    |    page    |
 *   b   |  page |  page   |  page |    page    |  page      |
 *       0       |                 ^            ^            end    cut where pages of all columns start or, if no such row is near,
 *               ^                                                  where a page of the column with the most pages starts
 */
import type { LeafNode } from '@marquetry/schema';
import type { PagesOfGroup } from './page-rows.js';

/**
 * Returns the rows at which to cut a row group, ascending, including 0 and `rowCount`. Returns only these two if a
 * column has no usable offset index, because every part would then have to read that column's whole chunk.
 * @param count The wanted number of parts.
 */
export function cutsOf(
  pages: PagesOfGroup,
  leaves: readonly LeafNode[],
  rowCount: number,
  count: number,
): readonly number[] {
  const starts = leaves.map((leaf) => pages.get(leaf)?.map(({ firstRowIndex }) => firstRowIndex));
  const known = starts.filter((rows) => rows !== undefined);
  const [first, ...others] = known;
  if (first === undefined || known.length < leaves.length) return [0, rowCount];
  const sets = others.map((rows) => new Set(rows));
  const common = first.filter((row) => sets.every((rows) => rows.has(row)));
  const largest = known.reduce((a, b) => (b.length > a.length ? b : a));
  const most = rowCount / count / 2;
  const cuts = [0];
  for (let i = 1; i < count; i++) {
    const wanted = (rowCount * i) / count;
    const near = nearest(common, wanted);
    const cut = near !== undefined && Math.abs(near - wanted) <= most ? near : nearest(largest, wanted);
    if (cut !== undefined && cut > (cuts.at(-1) ?? 0)) cuts.push(cut);
  }
  return [...cuts, rowCount];
}

function nearest(rows: readonly number[], wanted: number): number | undefined {
  let found: number | undefined;
  for (const row of rows) {
    if (found !== undefined && Math.abs(row - wanted) >= Math.abs(found - wanted)) break;
    found = row;
  }
  return found;
}

/**
 * Uses the offset index of a chunk to find the pages with selected rows.
 *
 *   rows selected   . . x x . . . . x . .
 *   pages           [   ) [     ) [ ) [ )
 *                   needed        jumped over
 */
import type { OffsetIndex, PageLocation } from '@marquetry/metadata';
import type { ChunkLocation } from './chunk.js';
import type { RowGroupRange } from './row-range.js';
import { hasRow } from './row-ranges.js';

export interface LocatedPages {
  readonly pages: readonly PageLocation[];
  /**
   * Returns the first row of a page, counted from 0 in the row group. For the ordinal after the last page, returns the
   * number of rows in the row group.
   */
  firstRow(page: number): number;
  rowsOf(page: number): number;
  /**
   * Returns the ordinal of the first page with a selected row, from `page` on. Returns the number of pages if there is
   * no such page.
   */
  nextNeeded(page: number): number;
  /**
   * Returns the file offset up to which all pages from `offset` on are needed. `page` is the ordinal of the page at
   * `offset`.
   */
  endFrom(offset: number, page: number): number;
}

/**
 * Returns the pages that the offset index lists. Returns `undefined` if the index omits pages, or if two pages start at
 * the same row and one of them is needed. The pages are then read in order.
 */
export function locatePages(
  { pageLocations: pages }: OffsetIndex,
  location: ChunkLocation,
  range: RowGroupRange,
): LocatedPages | undefined {
  if (!areContiguous(pages, location.end)) return undefined;
  const { rowCount } = location;
  const firstRow = (page: number): number => pages[page]?.firstRowIndex ?? rowCount;
  const isNeeded = pages.map((_, page) => hasRow(range, firstRow(page), firstRow(page + 1)));
  // If two pages have the same first row, one of them has no rows. Only the header of that page says which one.
  if (isNeeded.some((needed, page) => needed && page > 0 && firstRow(page - 1) === firstRow(page))) return undefined;
  const nextNeeded = (page: number): number => {
    const found = isNeeded.indexOf(true, page);
    return found < 0 ? pages.length : found;
  };
  return {
    pages,
    firstRow,
    rowsOf: (page) => firstRow(page + 1) - firstRow(page),
    nextNeeded,
    endFrom: (offset, page) => {
      const next = pages[page];
      if (next === undefined || offset < next.offset) return next?.offset ?? location.end;
      const after = isNeeded.indexOf(false, page);
      return after < 0 ? location.end : (pages[after]?.offset ?? location.end);
    },
  };
}

function areContiguous(pages: readonly PageLocation[], end: number): boolean {
  let next = pages[0]?.offset;
  for (const { offset, compressedPageSize } of pages) {
    if (offset !== next) return false;
    next = offset + compressedPageSize;
  }
  return next === end;
}

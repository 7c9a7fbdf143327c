/**
 * Finds the pages with selected rows in the offset index of a chunk.
 *
 *   rows selected   . . x x . . . . x . .
 *   pages           [   ) [     ) [ ) [ )
 *                   needed        jumped over
 */
import type { OffsetIndex, PageLocation } from '@marquetry/metadata';
import type { ChunkLocation } from './chunk.js';
import type { RowGroupRange } from './row-range.js';
import { nextRow } from './row-ranges.js';

export interface LocatedPages {
  readonly pages: readonly PageLocation[];
  /**
   * Returns the first row of a page, counted from 0 in the row group. For the ordinal after the last page, returns the
   * number of rows in the row group.
   */
  firstRow(page: number): number;
  rowsOf(page: number): number;
  /**
   * Returns the ordinal of the first page at or after `page` with a selected row. Returns the number of pages if there
   * is no such page.
   */
  nextNeeded(page: number): number;
  /**
   * Returns the file offset at which a run of consecutive pages with selected rows ends. The run begins at `offset`,
   * and `page` is the ordinal of its first page.
   */
  endFrom(offset: number, page: number): number;
}

/**
 * Returns the pages listed in the index. Returns `undefined` if the index omits pages or lists pages without rows; the
 * pages must then be read in order.
 */
export function locatePages(
  { pageLocations: pages }: OffsetIndex,
  location: ChunkLocation,
  range: RowGroupRange,
): LocatedPages | undefined {
  if (!areComplete(pages, location.end)) return undefined;
  const { rowCount } = location;
  const firstRow = (page: number): number => pages[page]?.firstRowIndex ?? rowCount;
  const nextNeeded = (page: number): number => {
    const row = firstRow(page);
    const wanted = row < range.to ? nextRow(range, row) : row;
    if (wanted >= range.to) return pages.length;
    let next = page;
    while (firstRow(next + 1) <= wanted) next++;
    return next;
  };
  return {
    pages,
    firstRow,
    rowsOf: (page) => firstRow(page + 1) - firstRow(page),
    nextNeeded,
    endFrom: (offset, page) => {
      let after = page;
      if (offset >= (pages[page]?.offset ?? 0)) while (after < pages.length && nextNeeded(after) === after) after++;
      return pages[after]?.offset ?? location.end;
    },
  };
}

/** True if there are no gaps between the pages, the last page ends at `end`, and every page has at least one row. */
function areComplete(pages: readonly PageLocation[], end: number): boolean {
  let next = pages[0]?.offset;
  let row = -1;
  for (const { offset, compressedPageSize, firstRowIndex } of pages) {
    if (offset !== next || firstRowIndex <= row) return false;
    next = offset + compressedPageSize;
    row = firstRowIndex;
  }
  return next === end;
}

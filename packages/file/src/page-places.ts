/**
 * The pages of a chunk by its offset index, and which of them hold rows of a range.
 *
 *   rows wanted     . . x x . . . . x . .
 *   pages           [   ) [     ) [ ) [ )
 *                     needed   jumped over
 */
import type { OffsetIndex, PageLocation } from '@marquetry/metadata';
import type { ChunkLocation } from './chunk.js';
import type { RowGroupRange } from './row-range.js';
import { hasRow } from './row-ranges.js';

export interface LocatedPages {
  readonly pages: readonly PageLocation[];
  /** The first row of a page; after the last page, the rows of the row group. */
  firstRow(page: number): number;
  rowsOf(page: number): number;
  /** The first page from `page` on that holds rows of the range; the number of pages if there is none. */
  nextNeeded(page: number): number;
  /** File offset to which reading from `offset` goes on without a page that is not needed; `page` is the next one. */
  endFrom(offset: number, page: number): number;
}

/** Undefined if the index does not list all pages, or not clearly: then they are counted. */
export function locatePages(
  { pageLocations: pages }: OffsetIndex,
  location: ChunkLocation,
  range: RowGroupRange,
): LocatedPages | undefined {
  if (!areContiguous(pages, location.end)) return undefined;
  const { rowCount } = location;
  const firstRow = (page: number): number => pages[page]?.firstRowIndex ?? rowCount;
  const isNeeded = pages.map((_, page) => hasRow(range, firstRow(page), firstRow(page + 1)));
  // Two pages that start with the row: one of them has none, which its header alone says.
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

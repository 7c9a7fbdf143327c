/** Lists the data pages of a chunk from its page index. */
import { isParquetError } from '@marquetry/core';
import { type BoundsReader, createBoundsReader } from '@marquetry/logical';
import type { ColumnIndex } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { PageInfo } from '../protocol.js';
import { createBoundsText, placedPage } from './page-info.js';
import type { Session } from './session.js';

/**
 * The data pages of a chunk by file offset, with the null count, row count, minimum and maximum from the page index.
 */
export interface IndexedPages {
  readonly pages: ReadonlyMap<number, PageInfo>;
  /** Why the page index cannot be used; undefined if it can, or if there is none. */
  readonly fault: string | undefined;
}

export async function readIndexedPages(
  session: Session,
  rowGroup: number,
  leaf: LeafNode,
  signal: AbortSignal,
): Promise<IndexedPages> {
  const { file } = session;
  const address = { rowGroup, column: leaf };
  const pages = new Map<number, PageInfo>();
  try {
    const offsets = await file.offsetIndex(address, signal);
    if (offsets === undefined) return { pages, fault: undefined };
    const bounds: ColumnIndex | undefined = await file.columnIndex(address, signal);
    const reader: BoundsReader = createBoundsReader(leaf, file.metadata);
    const write = createBoundsText(leaf);
    const { rowCount } = file.chunk(address);
    for (const [i, { offset, compressedPageSize, firstRowIndex }] of offsets.pageLocations.entries()) {
      pages.set(offset, {
        ...placedPage(offset, compressedPageSize),
        nulls: countOf(bounds?.nullCounts?.[i]),
        rows: (offsets.pageLocations[i + 1]?.firstRowIndex ?? rowCount) - firstRowIndex,
        ...write(bounds && reader.ofIndexedPage(bounds, i)),
      });
    }
    return { pages, fault: undefined };
  } catch (error) {
    if (!isParquetError(error)) throw error;
    return { pages, fault: error.message };
  }
}

/**
 * Returns a null count. Returns undefined for a negative one, which some writers store if they do not know the count.
 */
function countOf(stored: number | undefined): number | undefined {
  return stored !== undefined && stored >= 0 ? stored : undefined;
}

/** Adds the counts and bounds that the page index contains and the page header does not. */
export function withIndexed(page: PageInfo, { pages }: IndexedPages): PageInfo {
  const indexed = pages.get(page.offset);
  if (indexed === undefined) return page;
  return {
    ...page,
    nulls: page.nulls ?? indexed.nulls,
    rows: page.rows ?? indexed.rows,
    min: page.min ?? indexed.min,
    max: page.max ?? indexed.max,
  };
}

/**
 * Offset index and column index against the pages that are there (PageIndex.md).
 */
import type { ErrorPlace } from '@marquetry/core';
import type { ChunkAddress, ParquetFile } from '@marquetry/file';
import type { ValueOrder } from '@marquetry/logical';
import { BoundaryOrder, type ColumnIndex, type OffsetIndex } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { checkNanCount } from './check-statistics.js';
import { contradiction, faultOf, type Report } from './fault.js';
import type { PageFacts } from './page-facts.js';

/** The indexes of a chunk; absent where it has none, or they cannot be read. */
export interface Indexes {
  readonly offsets?: OffsetIndex | undefined;
  readonly bounds?: ColumnIndex | undefined;
}

export interface IndexedChunk {
  readonly leaf: LeafNode;
  /** Row group and column. */
  readonly at: ErrorPlace;
  /** Data pages, in order. */
  readonly pages: readonly PageFacts[];
}

/** Reads the indexes of a chunk, and reports those that cannot be read. */
export async function readIndexes(
  file: ParquetFile,
  address: ChunkAddress,
  signal: AbortSignal,
  report: Report,
): Promise<Indexes> {
  const attempt = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      report(faultOf(error));
      return undefined;
    }
  };
  return {
    offsets: await attempt(() => file.offsetIndex(address, signal)),
    bounds: await attempt(() => file.columnIndex(address, signal)),
  };
}

/** Reports where the indexes differ from the pages that were met. The bounds of pages are checked with their values. */
export function checkIndexes(
  chunk: IndexedChunk,
  { offsets, bounds }: Indexes,
  order: ValueOrder | undefined,
  report: Report,
): void {
  if (offsets !== undefined) checkOffsetIndex(chunk, offsets, report);
  if (bounds !== undefined) checkColumnIndex(chunk, bounds, order, report);
}

function checkOffsetIndex({ pages, at }: IndexedChunk, { pageLocations }: OffsetIndex, report: Report): void {
  if (pageLocations.length !== pages.length) {
    const what = `the offset index has ${pageLocations.length} pages, the chunk ${pages.length} data pages`;
    report(contradiction(what, at));
    return;
  }
  let row: number | undefined = 0;
  for (const [i, page] of pages.entries()) {
    const stated = pageLocations[i];
    if (stated === undefined) break;
    if (stated.offset !== page.fileOffset || stated.compressedPageSize !== page.byteLength) {
      const what = `the offset index has the page at ${stated.offset} with ${stated.compressedPageSize} bytes`;
      report(contradiction(`${what}; it is at ${page.fileOffset} with ${page.byteLength}`, page.at));
    }
    if (row !== undefined && stated.firstRowIndex !== row) {
      const what = `the offset index has row ${stated.firstRowIndex} first in the page, the pages before it hold ${row}`;
      report(contradiction(what, page.at));
    }
    if (page.content?.slotCount === 0 && pages.length > 1) {
      report(contradiction('the offset index lists a page without rows', page.at));
    }
    row = row === undefined || page.content === undefined ? undefined : row + page.content.rowCount;
  }
}

function checkColumnIndex(
  { leaf, pages, at }: IndexedChunk,
  index: ColumnIndex,
  order: ValueOrder | undefined,
  report: Report,
): void {
  const { nullPages, nullCounts, nanCounts } = index;
  if (nullPages.length !== pages.length || (nullCounts !== undefined && nullCounts.length !== pages.length)) {
    const counts = nullCounts === undefined ? '' : ` and ${nullCounts.length} null counts`;
    report(contradiction(`the column index has ${nullPages.length} pages${counts}, the chunk ${pages.length}`, at));
    return;
  }
  for (const [i, page] of pages.entries()) {
    const { content } = page;
    const nulls = nullCounts?.[i];
    if (content?.nanCount !== undefined) {
      checkNanCount(nanCounts?.[i], content.nanCount, 'the column index', page.at, report);
    }
    // parquet-mr writes a null page of -1 nulls where it has no statistics: nothing is said of the page.
    if (content === undefined || (nulls !== undefined && nulls < 0)) continue;
    const isNullPage = content.nullCount === content.slotCount;
    if (nullPages[i] !== isNullPage) {
      const [says, is] = isNullPage ? ['has', 'has none'] : ['has no', 'has some'];
      report(contradiction(`the column index states that the page ${says} values; it ${is}`, page.at));
    }
    if (leaf.maxRepetitionLevel === 0 && nulls !== undefined && nulls !== content.nullCount) {
      report(contradiction(`the column index states ${nulls} nulls, the page holds ${content.nullCount}`, page.at));
    }
  }
  if (order !== undefined && !isOrdered(order, index)) {
    report(contradiction('the bounds in the column index do not follow the order that it states', at));
  }
}

/** Null pages, and bounds that are no bounds, are left out. */
function isOrdered(order: ValueOrder, { boundaryOrder, nullPages, minValues, maxValues }: ColumnIndex): boolean {
  if (boundaryOrder !== BoundaryOrder.ASCENDING && boundaryOrder !== BoundaryOrder.DESCENDING) return true;
  const sign = boundaryOrder === BoundaryOrder.ASCENDING ? 1 : -1;
  return [minValues, maxValues].every((bounds) => {
    const counted = bounds.filter(
      (bound, page) => nullPages[page] === false && order.accepts(bound) && !order.isNan(bound),
    );
    return counted.every((bound, i) => {
      const previous = counted[i - 1];
      return previous === undefined || order.compare(bound, previous) * sign >= 0;
    });
  });
}

/** Compares the offset index and the column index with the actual pages (PageIndex.md). */
import type { ErrorPlace } from '@marquetry/core';
import type { ChunkAddress, ParquetFile } from '@marquetry/file';
import type { ValueOrder } from '@marquetry/logical';
import { BoundaryOrder, type ColumnIndex, type OffsetIndex } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import { checkNanCount } from './check-statistics.js';
import { contradiction, faultOf, type Report } from './fault.js';
import type { PageFacts } from './page-facts.js';

/**
 * The offset index and the column index of a chunk. Each is absent if the chunk does not have it or if it cannot be
 * read.
 */
export interface Indexes {
  readonly offsets?: OffsetIndex | undefined;
  readonly bounds?: ColumnIndex | undefined;
}

export interface IndexedChunk {
  readonly leaf: LeafNode;
  /** The row group and column of the chunk, to name it in reports. */
  readonly at: ErrorPlace;
  /** The data pages of the chunk, in file order. */
  readonly pages: readonly PageFacts[];
}

/** Reads the offset index and the column index of a chunk. Reports an index that cannot be read. */
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

/**
 * Reports differences between the indexes and the actual pages. It does not compare bounds with values, which
 * `checkBounds` does.
 */
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
    const what = `the offset index lists ${pageLocations.length} pages, but the chunk has ${pages.length} data pages`;
    report(contradiction(what, at));
    return;
  }
  let row: number | undefined = 0;
  for (const [i, page] of pages.entries()) {
    const stated = pageLocations[i];
    if (stated === undefined) break;
    if (stated.offset !== page.fileOffset || stated.compressedPageSize !== page.byteLength) {
      const what = `the offset index states offset ${stated.offset} and ${stated.compressedPageSize} bytes for the page`;
      report(contradiction(`${what}, but the page is at ${page.fileOffset} and has ${page.byteLength} bytes`, page.at));
    }
    if (row !== undefined && stated.firstRowIndex !== row) {
      const what = `the offset index states that the page starts at row ${stated.firstRowIndex}, but the page starts at row ${row}`;
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
    report(
      contradiction(
        `the column index has ${nullPages.length} pages${counts}, but the chunk has ${pages.length} pages`,
        at,
      ),
    );
    return;
  }
  for (const [i, page] of pages.entries()) {
    const { content } = page;
    const nulls = nullCounts?.[i];
    if (content?.nanCount !== undefined) {
      checkNanCount(nanCounts?.[i], content.nanCount, 'the column index', page.at, report);
    }
    // Skip a null count of -1, which parquet-java writes for a page without statistics.
    if (content === undefined || (nulls !== undefined && nulls < 0)) continue;
    const isNullPage = content.nullCount === content.slotCount;
    if (nullPages[i] !== isNullPage) {
      const [says, is] = isNullPage ? ['has', 'has none'] : ['has no', 'has some'];
      report(contradiction(`the column index states that the page ${says} values, but the page ${is}`, page.at));
    }
    if (leaf.maxRepetitionLevel === 0 && nulls !== undefined && nulls !== content.nullCount) {
      report(contradiction(`the column index states ${nulls} nulls, but the page has ${content.nullCount}`, page.at));
    }
  }
  if (order !== undefined && !isOrdered(order, index)) {
    report(contradiction('the bounds in the column index are not in the order that the index states', at));
  }
}

/**
 * Returns true if the bounds of the pages are in the order that the index states. Ignores null pages and invalid
 * bounds.
 */
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

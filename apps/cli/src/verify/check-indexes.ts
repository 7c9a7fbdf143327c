/**
 * Offset index and column index against the pages that are there (PageIndex.md).
 */
import type { ParquetFile } from '@marquetry/file';
import { BoundaryOrder, type ColumnIndex, type OffsetIndex } from '@marquetry/metadata';
import { formatPath, type LeafNode } from '@marquetry/schema';
import type { Bound, Order } from '../bounds/order.js';
import { hasOrder } from '../bounds/stored-bounds.js';
import { checkBounds } from './check-statistics.js';
import { contradiction, faultOf, type Report } from './fault.js';
import type { PageFacts } from './page-facts.js';

export interface IndexedChunk {
  readonly file: ParquetFile;
  readonly rowGroup: number;
  readonly leaf: LeafNode;
  readonly order: Order | undefined;
  /** Data pages, in order. */
  readonly pages: readonly PageFacts[];
  readonly signal: AbortSignal;
}

/** Reports what is wrong with the indexes of a chunk whose pages were all met. */
export async function checkIndexes(chunk: IndexedChunk, report: Report): Promise<void> {
  const { file, rowGroup, leaf, signal } = chunk;
  const address = { rowGroup, column: leaf };
  try {
    const offsets = await file.offsetIndex(address, signal);
    if (offsets !== undefined) checkOffsetIndex(chunk, offsets, report);
    const bounds = await file.columnIndex(address, signal);
    if (bounds !== undefined) checkColumnIndex(chunk, bounds, report);
  } catch (error) {
    report(faultOf(error));
  }
}

function checkOffsetIndex({ pages, rowGroup, leaf }: IndexedChunk, index: OffsetIndex, report: Report): void {
  const { pageLocations } = index;
  if (pageLocations.length !== pages.length) {
    const what = `the offset index has ${pageLocations.length} pages, the chunk ${pages.length} data pages`;
    report(contradiction(what, { rowGroup, column: formatPath(leaf.path) }));
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
    row = row === undefined || page.content === undefined ? undefined : row + page.content.rowCount;
  }
}

function checkColumnIndex(chunk: IndexedChunk, index: ColumnIndex, report: Report): void {
  const { file, leaf, order, pages, rowGroup } = chunk;
  const at = { rowGroup, column: formatPath(leaf.path) };
  const { nullPages, minValues, maxValues, nullCounts } = index;
  if (nullPages.length !== pages.length || (nullCounts !== undefined && nullCounts.length !== pages.length)) {
    const counts = nullCounts === undefined ? '' : ` and ${nullCounts.length} null counts`;
    report(contradiction(`the column index has ${nullPages.length} pages${counts}, the chunk ${pages.length}`, at));
    return;
  }
  const ordered = order !== undefined && hasOrder(file, leaf);
  for (const [i, page] of pages.entries()) {
    const { content } = page;
    const nulls = nullCounts?.[i];
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
    if (ordered && nullPages[i] === false) {
      const bounds = { min: minValues[i], max: maxValues[i] };
      checkBounds(order, bounds, content.range, 'the column index', page.at, report);
    }
  }
  if (ordered && !isOrdered(order, index)) {
    report(contradiction('the bounds in the column index do not follow the order that it states', at));
  }
}

/** Null pages, and bounds that bound nothing, are passed over. */
function isOrdered(order: Order, { boundaryOrder, nullPages, minValues, maxValues }: ColumnIndex): boolean {
  if (boundaryOrder !== BoundaryOrder.ASCENDING && boundaryOrder !== BoundaryOrder.DESCENDING) return true;
  const sign = boundaryOrder === BoundaryOrder.ASCENDING ? 1 : -1;
  return [minValues, maxValues].every((values) => {
    let last: Bound | undefined;
    for (const [i, bytes] of values.entries()) {
      const bound = nullPages[i] === true ? undefined : order.parse(bytes);
      if (bound === undefined) continue;
      if (last !== undefined && order.compare(bound, last) * sign < 0) return false;
      last = bound;
    }
    return true;
  });
}

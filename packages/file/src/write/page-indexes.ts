/**
 * Creates the page indexes of a copied chunk. They do not list pages without rows.
 *
 * Arrow C++ writes such pages and lists them in the index, where an empty page and the page after it have the same
 * first row. Readers that find rows by binary search may choose either entry, so the copy omits the empty page and its
 * entry.
 */
import type { ColumnIndex, OffsetIndex } from '@marquetry/metadata';
import type { ChunkLocation } from '../chunk.js';
import { loadColumnIndexBytes } from '../page-index.js';
import type { ParquetFile } from '../parquet-file.js';
import type { PlacedChunk } from './placed-chunk.js';

export interface PageIndexes {
  readonly offsetIndex: OffsetIndex | undefined;
  /** The column index of the pages in `offsetIndex`. Undefined if `offsetIndex` is undefined. */
  readonly columnIndex: ColumnIndex | undefined;
}

export async function loadPageIndexes(
  file: ParquetFile,
  { rowGroup, leaf, rowCount }: ChunkLocation,
  signal: AbortSignal | undefined,
): Promise<PageIndexes> {
  const address = { rowGroup, column: leaf };
  const offsetIndex = await file.offsetIndex(address, signal);
  if (offsetIndex === undefined) return { offsetIndex, columnIndex: undefined };
  const stored = await file.columnIndex(address, signal);
  const { pageLocations, unencodedByteArrayDataBytes } = offsetIndex;
  const columnIndex = stored?.nullPages.length === pageLocations.length ? stored : undefined;
  const endOf = (page: number): number => pageLocations[page + 1]?.firstRowIndex ?? rowCount;
  const pages = [...pageLocations.keys()].filter((page) => endOf(page) > (pageLocations[page]?.firstRowIndex ?? 0));
  if (pages.length === pageLocations.length) return { offsetIndex, columnIndex };
  const sizes = unencodedByteArrayDataBytes === undefined ? undefined : picked(unencodedByteArrayDataBytes, pages);
  return {
    offsetIndex: {
      pageLocations: picked(pageLocations, pages),
      ...(sizes === undefined ? {} : { unencodedByteArrayDataBytes: sizes }),
    },
    columnIndex: columnIndex === undefined ? undefined : columnIndexOf(columnIndex, pages),
  };
}

/** Returns the column index of the pages with the given ordinals, which must ascend. */
export function columnIndexOf(index: ColumnIndex, pages: readonly number[]): ColumnIndex {
  const { nullPages, minValues, maxValues, boundaryOrder, nullCounts, nanCounts } = index;
  const histograms = (counts: readonly number[] | undefined): readonly number[] | undefined => {
    const levels = (counts?.length ?? 0) / nullPages.length;
    if (counts === undefined || !Number.isInteger(levels)) return undefined;
    return pages.flatMap((page) => counts.slice(page * levels, (page + 1) * levels));
  };
  const repetitionLevelHistograms = histograms(index.repetitionLevelHistograms);
  const definitionLevelHistograms = histograms(index.definitionLevelHistograms);
  return {
    nullPages: picked(nullPages, pages),
    minValues: picked(minValues, pages),
    maxValues: picked(maxValues, pages),
    boundaryOrder,
    ...(nullCounts === undefined ? {} : { nullCounts: picked(nullCounts, pages) }),
    ...(nanCounts === undefined ? {} : { nanCounts: picked(nanCounts, pages) }),
    ...(repetitionLevelHistograms === undefined ? {} : { repetitionLevelHistograms }),
    ...(definitionLevelHistograms === undefined ? {} : { definitionLevelHistograms }),
  };
}

function picked<T>(items: readonly T[], pages: readonly number[]): T[] {
  return pages.flatMap((page) => items.slice(page, page + 1));
}

/**
 * Returns the column index of a chunk whose pages are listed in `offsetIndex`: a copy of its bytes, which contain no
 * offsets.
 */
export async function copiedColumnIndex(
  file: ParquetFile,
  location: ChunkLocation,
  offsetIndex: OffsetIndex,
  signal: AbortSignal | undefined,
): Promise<PlacedChunk['columnIndex']> {
  const { context } = file;
  if (context === undefined) {
    // Files that are read by workers have no context.
    return matching(
      await file.columnIndex({ rowGroup: location.rowGroup, column: location.leaf }, signal),
      offsetIndex,
    );
  }
  const bytes = await loadColumnIndexBytes(context, location, offsetIndex.pageLocations.length, signal);
  return bytes && new Uint8Array(bytes);
}

/** Returns `index`, or undefined if it does not list as many pages as the offset index. */
export function matching(index: ColumnIndex | undefined, { pageLocations }: OffsetIndex): ColumnIndex | undefined {
  return index?.nullPages.length === pageLocations.length ? index : undefined;
}

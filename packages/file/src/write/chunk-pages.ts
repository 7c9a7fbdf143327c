/** Finds the data pages of a chunk in another file, and the rows at which the chunk can be split between two pages. */
import { ParquetError } from '@marquetry/core';
import type { ColumnIndex, OffsetIndex } from '@marquetry/metadata';
import { dataPageInfo, isDataPage } from '@marquetry/page';
import type { ChunkLocation } from '../chunk.js';
import type { ParquetFile } from '../parquet-file.js';
import type { ChunkCopy } from './chunk-to-copy.js';
import { rowsOf } from './copied-page.js';
import { loadPageIndexes } from './page-indexes.js';

/** A data page in the source file: its byte range, including the header, and its rows. */
export interface PagePlace {
  readonly offset: number;
  readonly byteLength: number;
  readonly firstRow: number;
  readonly rowCount: number;
}

export interface ChunkPages {
  readonly file: ParquetFile;
  readonly location: ChunkLocation;
  /**
   * The data pages. Undefined if a page does not start with a new row, or if neither an offset index nor the page
   * headers state the rows per page.
   */
  readonly pages: readonly PagePlace[] | undefined;
  readonly offsetIndex: OffsetIndex | undefined;
  readonly columnIndex: ColumnIndex | undefined;
}

/**
 * Finds the pages of a chunk in its OffsetIndex. Without an OffsetIndex, reads the chunk to find the page headers.
 * @throws ParquetError CORRUPT if the pages and the row group have different numbers of rows.
 */
export async function loadChunkPages(
  { file, address }: ChunkCopy,
  signal: AbortSignal | undefined,
): Promise<ChunkPages> {
  const location = file.chunk(address);
  const { offsetIndex, columnIndex } = await loadPageIndexes(file, location, signal);
  const pages =
    offsetIndex === undefined
      ? await pagesOfHeaders(file, location, signal)
      : pagesOfIndex(offsetIndex, location.rowCount);
  return { file, location, pages, offsetIndex, columnIndex };
}

function pagesOfIndex({ pageLocations }: OffsetIndex, rowCount: number): PagePlace[] {
  return pageLocations.map(({ offset, compressedPageSize, firstRowIndex }, i) => ({
    offset,
    byteLength: compressedPageSize,
    firstRow: firstRowIndex,
    rowCount: (pageLocations[i + 1]?.firstRowIndex ?? rowCount) - firstRowIndex,
  }));
}

async function pagesOfHeaders(
  file: ParquetFile,
  { rowGroup, leaf, rowCount, at }: ChunkLocation,
  signal: AbortSignal | undefined,
): Promise<PagePlace[] | undefined> {
  const pages: PagePlace[] = [];
  let row = 0;
  for await (const { header, byteLength, fileOffset } of file.pages({ rowGroup, column: leaf }, signal)) {
    if (!isDataPage(header) || dataPageInfo(header)?.slotCount === 0) continue;
    const rows = rowsOf(header, leaf);
    if (rows === undefined) return undefined;
    pages.push({ offset: fileOffset, byteLength, firstRow: row, rowCount: rows });
    row += rows;
  }
  if (row === rowCount) return pages;
  throw new ParquetError('CORRUPT', `the pages have ${row} rows, but the row group has ${rowCount}`, at);
}

/** Returns the rows at which a page starts in every chunk, in ascending order, including 0 and `rowCount`. */
export function commonBoundaries(chunks: readonly ChunkPages[], rowCount: number): number[] {
  let common = new Set<number>();
  for (const [i, { pages = [] }] of chunks.entries()) {
    const rows = pages.map(({ firstRow }) => firstRow);
    common = new Set(i === 0 ? rows : rows.filter((row) => common.has(row)));
  }
  return [...common.add(0).add(rowCount)].sort((a, b) => a - b);
}

/**
 * Copies a chunk without parsing its page headers, if its offset index lists every page.
 *
 *   source    | dictionary page | data page | data page | ... |        the index covers all bytes after the dictionary
 *   copy      | the same bytes, at other offsets                |      offsets of the index and the footer are shifted
 */
import { isTurnDue, type Limits, PageType, yieldToEventLoop } from '@marquetry/core';
import type { ColumnMetaData, OffsetIndex, PageLocation } from '@marquetry/metadata';
import type { ChunkLocation } from '../chunk.js';
import { pageMemoryBytes } from './copied-page.js';
import type { LentMemory } from './output.js';
import type { SourceWindows } from './source-windows.js';

/** The byte range of a chunk, and its offset index, which lists all data pages of the chunk. */
export interface WholeChunk {
  readonly start: number;
  readonly end: number;
  readonly offsetIndex: OffsetIndex;
}

/**
 * Returns the byte range of the chunk if it contains only an optional dictionary page and the data pages that the index
 * lists, each of which starts with a new row. Otherwise returns undefined. Also returns undefined if the footer does not
 * count the data pages, or if the index is so long that it and its copy could exceed `limits.memoryBytes`.
 */
export function wholeChunk(
  location: ChunkLocation,
  index: OffsetIndex | undefined,
  { memoryBytes }: Limits,
): WholeChunk | undefined {
  const { metaData, start, end, rowCount } = location;
  const first = index?.pageLocations[0];
  if (index === undefined || first === undefined || start === undefined) return undefined;
  const { length } = index.pageLocations;
  if (dataPagesOf(metaData) !== length || length * pageMemoryBytes > memoryBytes) return undefined;
  if (metaData.totalUncompressedSize > (length + 1) * largestPage) return undefined;
  const { dataPageOffset, dictionaryPageOffset, totalCompressedSize } = metaData;
  const isPlaced =
    first.offset === dataPageOffset &&
    start === (dictionaryPageOffset ?? dataPageOffset) &&
    start + totalCompressedSize === end &&
    (dictionaryPageOffset === undefined || dictionaryPageOffset < dataPageOffset);
  return isPlaced && areAdjacent(index.pageLocations, end, rowCount) ? { start, end, offsetIndex: index } : undefined;
}

/** No page has more bytes than this when uncompressed: the size in its header is an int32. */
const largestPage = 2 ** 31;

/** Returns the number of data pages that the footer states; undefined if it does not state it. */
function dataPagesOf({ encodingStats }: ColumnMetaData): number | undefined {
  return encodingStats?.reduce(
    (sum, { pageType, count }) =>
      pageType === PageType.DATA_PAGE || pageType === PageType.DATA_PAGE_V2 ? sum + count : sum,
    0,
  );
}

/** True if each page ends where the next one starts, and the rows of pages ascend from 0. */
function areAdjacent(pages: readonly PageLocation[], end: number, rowCount: number): boolean {
  let offset = pages[0]?.offset;
  let row = -1;
  for (const page of pages) {
    if (page.offset !== offset || page.compressedPageSize <= 0 || page.firstRowIndex <= row) return false;
    offset += page.compressedPageSize;
    row = page.firstRowIndex;
  }
  return pages[0]?.firstRowIndex === 0 && offset === end && row < rowCount;
}

/**
 * Copies the bytes of a chunk. When the promise resolves, the last bytes may still be waiting in the output's buffers.
 * Throws errors from the source and the output unchanged.
 */
export async function copyWhole(
  { start, end }: WholeChunk,
  windows: SourceWindows,
  lent: LentMemory,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let at = start; at < end; ) {
    const window = await windows.from(at, 1, lent);
    const length = Math.min(window.length, end - at);
    await lent.write(window.subarray(0, length));
    at += length;
    if (isTurnDue()) await yieldToEventLoop(signal);
  }
  // Copy these bytes, because the source may change its memory after the call.
  if (!windows.areInBuffers) await lent.takeBack();
}

/** Returns the index with all offsets moved by `shift` bytes. */
export function shiftedIndex(index: OffsetIndex, shift: number): OffsetIndex {
  const pageLocations = index.pageLocations.map(({ offset, compressedPageSize, firstRowIndex }) => ({
    ...{ offset: offset + shift, compressedPageSize, firstRowIndex },
  }));
  return { ...index, pageLocations };
}

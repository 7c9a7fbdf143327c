/**
 * Page indexes: where the pages of a chunk are, and what they hold (PageIndex.md).
 */
import { limitError, ParquetError, withPlace } from '@marquetry/core';
import {
  type ColumnIndex,
  mostParsedBytes,
  type OffsetIndex,
  readColumnIndex,
  readOffsetIndex,
} from '@marquetry/metadata';
import type { ChunkLocation } from './chunk.js';
import type { FileContext } from './context.js';
import { keptBytes } from './kept-bytes.js';
import { readExactly } from './source/byte-source.js';

/** The chunk's OffsetIndex; undefined when it has none. @throws ParquetError CORRUPT if it contradicts the footer; LIMIT. */
export async function loadOffsetIndex(
  context: FileContext,
  location: ChunkLocation,
  signal?: AbortSignal,
): Promise<OffsetIndex | undefined> {
  const { offsetIndexOffset, offsetIndexLength } = location.chunk;
  const bytes = await loadIndex(context, location, offsetIndexOffset, offsetIndexLength, signal);
  if (bytes === undefined) return undefined;
  const stored = placed(location, 'offset index', () => readOffsetIndex(bytes, { limits: context.limits }));
  const index = location.base === 0 ? stored : (context.external?.shiftedPages(stored, location.base) ?? stored);
  checkLocations(index, location);
  return index;
}

/** The chunk's ColumnIndex; undefined when it has none. @throws ParquetError LIMIT above `limits.memoryBytes` once parsed. */
export async function loadColumnIndex(
  context: FileContext,
  location: ChunkLocation,
  signal?: AbortSignal,
): Promise<ColumnIndex | undefined> {
  const { columnIndexOffset, columnIndexLength } = location.chunk;
  const bytes = await loadIndex(context, location, columnIndexOffset, columnIndexLength, signal);
  if (bytes === undefined) return undefined;
  return placed(location, 'column index', () => readColumnIndex(bytes, { limits: context.limits }));
}

async function loadIndex(
  context: FileContext,
  location: ChunkLocation,
  offset: number | undefined,
  length: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  if (offset === undefined || length === undefined || length === 0) return undefined;
  if (offset <= 0 || length < 0 || offset + length > location.dataEnd) {
    const what = `a page index of ${length} bytes at ${offset} does not lie before the footer`;
    throw new ParquetError('CORRUPT', what, location.at);
  }
  if (length > mostParsedBytes(context.limits)) {
    throw limitError('memoryBytes', context.limits, `a page index of ${length} bytes`, location.at);
  }
  return keptBytes(context.indexes, offset, length) ?? readExactly(context.source, offset, length, signal);
}

/**
 * Locations ascend in offset and row, start with row 0, and lie where pages can be. Arrow C++ lists pages without rows: their
 * first row is that of the page after them, or the end.
 */
function checkLocations({ pageLocations }: OffsetIndex, location: ChunkLocation): void {
  const { at, rowCount, dataEnd, start = 0 } = location;
  let offset = start;
  let row = 0;
  for (const [i, page] of pageLocations.entries()) {
    const ordered = page.firstRowIndex >= row && (i > 0 || page.firstRowIndex === 0);
    const within = page.firstRowIndex <= rowCount;
    if (!ordered || !within) {
      throw new ParquetError('CORRUPT', `page ${i} of the offset index starts at row ${page.firstRowIndex}`, at);
    }
    if (page.offset < offset || page.compressedPageSize < 0 || page.offset + page.compressedPageSize > dataEnd) {
      throw new ParquetError('CORRUPT', `page ${i} of the offset index lies at ${page.offset}`, at);
    }
    offset = page.offset + page.compressedPageSize;
    row = page.firstRowIndex;
  }
}

function placed<T>(location: ChunkLocation, part: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw withPlace(error, { ...location.at, part });
  }
}

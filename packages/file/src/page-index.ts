/**
 * Reads page indexes: the offset index, which locates the pages of a chunk, and the column index, which contains the
 * pages' statistics (PageIndex.md).
 */
import { limitError, ParquetError, withPlace } from '@marquetry/core';
import {
  type ColumnIndex,
  columnIndexPages,
  mostParsedBytes,
  type OffsetIndex,
  type PageLocation,
  readColumnIndex,
  readOffsetIndex,
} from '@marquetry/metadata';
import type { ChunkLocation } from './chunk.js';
import type { FileContext } from './context.js';
import { keptBytes } from './kept-bytes.js';
import { readExactly } from './source/byte-source.js';

/**
 * Returns the chunk's offset index, or undefined if it does not have one.
 * @throws ParquetError CORRUPT if the index contradicts the footer; LIMIT if the index exceeds `limits.memoryBytes`.
 */
export async function loadOffsetIndex(
  context: FileContext,
  location: ChunkLocation,
  signal?: AbortSignal,
): Promise<OffsetIndex | undefined> {
  const { offsetIndexOffset, offsetIndexLength } = location.chunk;
  const bytes = await loadIndex(context, location, 'offset', offsetIndexOffset, offsetIndexLength, signal);
  if (bytes === undefined) return undefined;
  const stored = placed(location, 'offset index', () => readOffsetIndex(bytes, { limits: context.limits }));
  const index = location.base === 0 ? stored : (context.external?.shiftedPages(stored, location.base) ?? stored);
  checkLocations(index, location);
  return index;
}

/**
 * Returns the chunk's column index, or undefined if it does not have one.
 * @throws ParquetError LIMIT if the parsed index exceeds `limits.memoryBytes`.
 */
export async function loadColumnIndex(
  context: FileContext,
  location: ChunkLocation,
  signal?: AbortSignal,
): Promise<ColumnIndex | undefined> {
  const bytes = await columnIndexBytes(context, location, signal);
  if (bytes === undefined) return undefined;
  return placed(location, 'column index', () => readColumnIndex(bytes, { limits: context.limits }));
}

/**
 * Returns the bytes of the chunk's column index, or undefined if it does not have one, or one that does not list
 * `pageCount` pages. The bytes may alias the source.
 * @throws ParquetError like {@link loadColumnIndex}.
 */
export async function loadColumnIndexBytes(
  context: FileContext,
  location: ChunkLocation,
  pageCount: number,
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> {
  const bytes = await columnIndexBytes(context, location, signal);
  if (bytes === undefined) return undefined;
  const pages = placed(location, 'column index', () => columnIndexPages(bytes, { limits: context.limits }));
  return pages === pageCount ? bytes : undefined;
}

function columnIndexBytes(
  context: FileContext,
  location: ChunkLocation,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const { columnIndexOffset, columnIndexLength } = location.chunk;
  return loadIndex(context, location, 'column', columnIndexOffset, columnIndexLength, signal);
}

async function loadIndex(
  context: FileContext,
  location: ChunkLocation,
  kind: 'column' | 'offset',
  offset: number | undefined,
  length: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  if (offset === undefined || length === undefined || length === 0) return undefined;
  if (offset <= 0 || length < 0 || offset + length > location.dataEnd) {
    const what = `a page index of ${length} bytes at ${offset} is not between the file's start and its footer`;
    throw new ParquetError('CORRUPT', what, location.at);
  }
  if (length > mostParsedBytes(context.limits)) {
    throw limitError('memoryBytes', context.limits, `a page index of ${length} bytes`, location.at);
  }
  const stored =
    keptBytes(context.indexes, offset, length) ?? (await readExactly(context.source, offset, length, signal));
  return location.secrets?.openIndex(kind, stored, location.at) ?? stored;
}

/**
 * Checks that the offsets and first rows of pages ascend, that the first page starts at row 0, and that all pages are
 * before the footer. Arrow C++ also lists pages without rows. Their first row is that of the next page, or the number
 * of rows in the row group.
 */
function checkLocations({ pageLocations }: OffsetIndex, location: ChunkLocation): void {
  const { at, rowCount, dataEnd, start = 0 } = location;
  let offset = start;
  let row = 0;
  for (let i = 0; i < pageLocations.length; i++) {
    const page = pageLocations[i] as PageLocation;
    const ordered = page.firstRowIndex >= row && (i > 0 || page.firstRowIndex === 0);
    const within = page.firstRowIndex <= rowCount;
    if (!ordered || !within) {
      throw new ParquetError(
        'CORRUPT',
        `page ${i} of the offset index has an invalid first row, ${page.firstRowIndex}`,
        at,
      );
    }
    if (page.offset < offset || page.compressedPageSize < 0 || page.offset + page.compressedPageSize > dataEnd) {
      throw new ParquetError('CORRUPT', `page ${i} of the offset index has an invalid offset, ${page.offset}`, at);
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

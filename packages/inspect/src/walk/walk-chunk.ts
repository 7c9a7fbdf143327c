/** Walks through the pages of a column chunk by their headers. */
import { ParquetError } from '@marquetry/core';
import type { ChunkAddress, ParquetFile } from '@marquetry/file';
import type { FoundPage, FoundPart } from './found-part.js';
import { type WalkOptions, walkPages } from './walk-pages.js';

/**
 * Some writers do not count a page header in the size of a chunk. The last page may extend past the stated end of its chunk by up to this many bytes.
 */
const mostMiscount = 2 ** 10;

/**
 * Yields the pages of a column chunk, found by their headers, without their bodies. Unlike `file.pages`, it continues with the next page after bytes
 * that are not a page. Yields nothing for a chunk without pages.
 * @throws ParquetError UNSUPPORTED if the chunk is encrypted, because its page headers are encrypted too;
 *   INVALID_ARGUMENT and CORRUPT in the same cases as `file.chunk`. Other errors are those of {@link walkPages}.
 */
export async function* walkChunk(
  file: ParquetFile,
  address: ChunkAddress,
  options: Omit<WalkOptions, 'start' | 'end' | 'limits'> = {},
): AsyncGenerator<FoundPart, void, undefined> {
  const { source, limits } = file;
  const { start, end, dataEnd, secrets, at } = file.chunk(address);
  if (start === undefined) return;
  if (secrets !== undefined) {
    throw new ParquetError('UNSUPPORTED', 'the page headers are encrypted: use `file.pages`', at);
  }
  for await (const part of walkPages(source, { ...options, limits, start, end })) {
    yield part.kind === 'page' ? counted(part, end, dataEnd) : part;
  }
}

/**
 * Returns the page. A page that extends only slightly past the stated end of its chunk is returned as a whole page,
 * without missing bytes.
 */
function counted(page: FoundPage, end: number, dataEnd: number): FoundPage {
  const { byteLength, missingBytes: missing } = page;
  if (missing === 0 || missing > mostMiscount || end + missing > dataEnd) return page;
  return { ...page, byteLength: byteLength + missing, missingBytes: 0 };
}

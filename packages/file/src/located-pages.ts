/** Reads page indexes, and finds the pages listed in them. The first read that skips pages loads this module. */
import type { ChunkLocation } from './chunk.js';
import type { FileContext } from './context.js';
import { IndexedPages } from './indexed-pages.js';
import { loadOffsetIndex } from './page-index.js';
import { locatePages } from './page-places.js';
import type { RowGroupRange } from './row-range.js';

export { loadColumnIndex, loadOffsetIndex } from './page-index.js';

/**
 * Reads the offset index of a chunk and returns the pages listed in it; `undefined` if the chunk does not have a usable
 * index.
 * @throws ParquetError CORRUPT if the index is invalid.
 */
export async function indexedPages(
  context: FileContext,
  location: ChunkLocation,
  range: RowGroupRange,
  signal: AbortSignal | undefined,
): Promise<IndexedPages | undefined> {
  const index = await loadOffsetIndex(context, location, signal);
  const located = index && locatePages(index, location, range);
  return located && new IndexedPages(located, location);
}

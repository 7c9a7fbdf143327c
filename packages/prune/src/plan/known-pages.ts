/**
 * Caches the parsed page indexes of files whose bytes are in memory, so that later scans of the same open file do not
 * parse them again. Reading a page index from memory is cheap, but parsing it takes as long as decoding a twentieth of
 * the values. Page indexes of other files are not cached, because the number of bytes that a scan fetches would then
 * depend on earlier scans.
 */
import type { ChunkLocation, ParquetFile } from '@marquetry/file';
import type { IndexedPages, TrustedStatistics } from '@marquetry/logical';

/** The first rows and the statistics of the pages of a chunk. */
export type PageStatistics = Pick<IndexedPages, 'starts' | 'of'>;

/** Maximum number of pages to cache per file. The statistics of a page take about 500 bytes. */
const mostPages = 2 ** 13;

/** The cached pages of each chunk. The keys are chunk objects, which stay in memory as long as the footer. */
const pagesOfChunks: WeakMap<object, PageStatistics> = /* @__PURE__ */ new WeakMap();
/** The number of cached pages per footer. */
const counts: WeakMap<object, number> = /* @__PURE__ */ new WeakMap();

/** Returns the cached pages of a chunk; undefined if they are not cached. */
export function knownPages({ chunk }: ChunkLocation): PageStatistics | undefined {
  return pagesOfChunks.get(chunk);
}

/**
 * Caches the statistics of a chunk's pages if the file is in memory, the chunk is not encrypted, and the cache is not
 * full. Returns the cached statistics, or `pages` itself if nothing was cached.
 */
export function keepPages(file: ParquetFile, { chunk, secrets }: ChunkLocation, pages: PageStatistics): PageStatistics {
  const { footer, source } = file;
  const count = (counts.get(footer) ?? 0) + pages.starts.length - 1;
  if (source.sharesMemory !== true || secrets !== undefined || count > mostPages) return pages;
  const { starts } = pages;
  const statistics = Array.from({ length: starts.length - 1 }, (_, page) => pages.of(page));
  const kept: PageStatistics = { starts, of: (page) => statistics[page] as TrustedStatistics };
  counts.set(footer, count);
  pagesOfChunks.set(chunk, kept);
  return kept;
}

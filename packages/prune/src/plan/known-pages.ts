/**
 * Keeps the parsed page indexes of files in memory, so that further scans of the same open file do not parse them again. For such
 * files, reading a page index is cheap, but parsing it takes as long as decoding a twentieth of the values. Other files are not
 * kept, because the number of bytes that a scan fetches would depend on earlier scans.
 */
import type { ChunkLocation, ParquetFile } from '@marquetry/file';
import type { IndexedPages, TrustedStatistics } from '@marquetry/logical';

/** The first rows and the statistics of the pages of a chunk. */
export type PageStatistics = Pick<IndexedPages, 'starts' | 'of'>;

/** Maximum number of pages to keep per file. The statistics of a page take about 500 bytes. */
const mostPages = 2 ** 13;

/** Kept pages by the object of their chunk, which lives as long as the footer. */
const pagesOfChunks: WeakMap<object, PageStatistics> = /* @__PURE__ */ new WeakMap();
/** Number of kept pages by footer. */
const counts: WeakMap<object, number> = /* @__PURE__ */ new WeakMap();

/** Returns the kept pages of a chunk; undefined if they are not kept. */
export function knownPages({ chunk }: ChunkLocation): PageStatistics | undefined {
  return pagesOfChunks.get(chunk);
}

/** Keeps the pages of a chunk if the file is in memory and not encrypted, and not too many are kept. Returns the pages to use. */
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

/**
 * Reads small neighboring chunks in one request. The byte range of such a request is called an extent.
 *
 *   | c0 | c1 | c2 | c3 |  gap  | c4 |     large chunk     | c5 | c6 |
 *   [----- extent ------]                                  [- extent -]
 *
 * Column 1 of the table applies to a source that has the `gap` property, if all extents together take at most a
 * sixteenth of the memory budget. Otherwise, column 2 applies.
 *
 *                            1. source with `gap`      2. any source
 *   size of a small chunk    at most `gap` bytes       at most 64 KiB
 *   gap between two chunks   at most `gap` bytes       at most 256 bytes
 *   size of an extent        any                       at most 1 MiB
 *   order of the chunks      by file offset            as the columns are read
 *   extents in memory        all                       the last few
 */
import type { ChunkExtent } from './chunk.js';
import type { MemoryBudget } from './memory-budget.js';
import { smallWindowBytes } from './page-stream.js';
import { type ByteSource, readExactly } from './source/byte-source.js';

/**
 * Maximum total size, in bytes, of the extents (byte ranges of several small chunks) in memory; less if the memory
 * budget is small.
 */
const extentsBytes = 2 ** 23;
/**
 * Maximum number of extents (byte ranges of several small chunks) to keep in memory. Columns that are read at the same
 * time may be in different extents.
 */
const keptExtents = 8;
/** The fraction of the memory budget that extents (byte ranges of several small chunks) may use. */
const budgetShare = 1 / 16;
/**
 * Maximum number of bytes between two chunks that are read in one request. Such gaps are padding, or page headers that
 * writers did not count.
 */
const gapBytes = 256;

interface Extent {
  readonly start: number;
  end: number;
  chunks: number;
  /** A promise for the bytes from `start` to `end`; undefined if they are neither being read nor in memory. */
  loading: Promise<Uint8Array> | undefined;
  bytes: Uint8Array | undefined;
}

/**
 * Returns a source that reads small neighboring chunks in one request. `locations` lists the chunks in the order in
 * which columns are read.
 */
export function shareReads(
  source: ByteSource,
  locations: readonly ChunkExtent[],
  budget: MemoryBudget,
  signal: AbortSignal | undefined,
): ByteSource {
  // The ranges to read were announced to this source, so it has already combined neighboring ranges.
  if (source.readNow !== undefined || source.sharesMemory === true || source.isPlanned === true) return source;
  const shareBytes = Math.floor(budget.totalBytes * budgetShare);
  const { gap = 0 } = source;
  const sorted = [...locations].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  let extents = extentsOf(sorted, shareBytes, gap, gap);
  let heldBytes = extents.reduce((sum, { start, end }) => sum + end - start, 0);
  let mostKept = extents.length;
  if (mostKept === 0 || heldBytes > shareBytes) {
    mostKept = keptExtents;
    heldBytes = Math.min(extentsBytes, shareBytes);
    extents = extentsOf(locations, heldBytes / mostKept, smallWindowBytes, gapBytes);
  }
  if (extents.length === 0) return source;
  budget.open().hold('window', heldBytes);

  const kept = new Set<Extent>();
  const load = (extent: Extent): Promise<Uint8Array> => {
    if (extent.loading !== undefined) return extent.loading;
    const { start, end } = extent;
    const loading = readExactly(source, start, end - start, signal).then((bytes) => {
      if (extent.loading === loading) extent.bytes = bytes;
      return bytes;
    });
    loading.catch(() => forget(extent));
    extent.loading = loading;
    kept.add(extent);
    if (kept.size > mostKept) forget([...kept][0] as Extent);
    return loading;
  };
  const forget = (extent: Extent): void => {
    extent.loading = undefined;
    extent.bytes = undefined;
    kept.delete(extent);
  };
  const extentAt = (offset: number, length: number): Extent | undefined =>
    extents.find(({ start, end }) => start <= offset && offset + length <= end);

  return {
    byteLength: source.byteLength,
    read: async (offset, length, abort) => {
      const extent = extentAt(offset, length);
      if (extent === undefined) return source.read(offset, length, abort);
      const bytes = await load(extent);
      return bytes.subarray(offset - extent.start, offset - extent.start + length);
    },
    readNow: (offset, length) => {
      const extent = extentAt(offset, length);
      return extent?.bytes?.subarray(offset - extent.start, offset - extent.start + length);
    },
  };
}

/**
 * Returns the extents: groups of small chunks to read together. Within a group, each chunk starts at or near the end of
 * the previous one.
 */
function extentsOf(
  locations: readonly ChunkExtent[],
  mostBytes: number,
  smallBytes: number,
  nearBytes: number,
): Extent[] {
  const extents: Extent[] = [];
  let last: Extent | undefined;
  for (const { start, end } of locations) {
    const isSmall = start !== undefined && end - start <= smallBytes;
    if (
      isSmall &&
      last !== undefined &&
      start >= last.end &&
      start - last.end <= nearBytes &&
      end - last.start <= mostBytes
    ) {
      last.end = end;
      last.chunks++;
    } else if (isSmall) {
      last = { start, end, chunks: 1, loading: undefined, bytes: undefined };
      extents.push(last);
    } else last = undefined;
  }
  return extents.filter(({ chunks }) => chunks > 1);
}

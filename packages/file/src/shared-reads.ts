/**
 * Reads small chunks that are near each other in one request, called an extent, instead of one request per chunk.
 *
 *   c0 | c1 | c2 | ... an extent ... | c90 | ... the next
 *
 *                 small chunks            far apart        extents
 *   any source    64 KiB at most          256 bytes        1 MiB at most, in the order in which columns are read; the last few are kept
 *   `gap` stated  `gap` bytes at most     `gap` bytes      of any size, all kept, if together they take a sixteenth of the budget at most
 */
import type { ChunkExtent } from './chunk.js';
import type { MemoryBudget } from './memory-budget.js';
import { smallWindowBytes } from './page-stream.js';
import { type ByteSource, readExactly } from './source/byte-source.js';

/** Maximum number of bytes to keep in memory; less if the memory budget is small. */
const extentsBytes = 2 ** 23;
/** Maximum number of extents to keep. Columns that are read at the same time need different extents. */
const keptExtents = 8;
/** The share of the memory budget for kept extents. */
const budgetShare = 1 / 16;
/**
 * Maximum number of bytes between two chunks that are read in one request (an extent). Such gaps are padding, or page headers that writers did not
 * count.
 */
const gapBytes = 256;

interface Extent {
  readonly start: number;
  end: number;
  chunks: number;
  /** Set while the bytes of the extent (a group of neighbouring chunks) are being read or are in memory. */
  loading: Promise<Uint8Array> | undefined;
  bytes: Uint8Array | undefined;
}

/** Returns a source that reads neighbouring small chunks in one request. `locations` lists the chunks in the order in which columns are read. */
export function shareReads(
  source: ByteSource,
  locations: readonly ChunkExtent[],
  budget: MemoryBudget,
  signal: AbortSignal | undefined,
): ByteSource {
  // This source was told which ranges will be read, and has already combined neighbouring ranges.
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

/** Returns groups of small chunks to read together. Within a group, each chunk starts near the end of the previous one. */
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

/**
 * Copies the pages of a chunk as byte ranges. A window (source-windows.ts) is a range of the source that is read in one
 * call. Only the page headers in a window are parsed, to compute the new footer and indexes.
 *
 *   window     | header body | header body | header bo|dy         `next` is the header of the next page
 *   written    [--------------------------------------]           one range, unless a page is not copied
 */
import {
  isParquetError,
  isTurnDue,
  type Limits,
  limitError,
  ParquetError,
  withPlace,
  yieldToEventLoop,
} from '@marquetry/core';
import { readPageHeader } from '@marquetry/metadata';
import { dataPageInfo, type PageHeader } from '@marquetry/page';
import type { ChunkLocation } from '../chunk.js';
import { type CopiedPage, type CopiedPages, isCopied, pageMemoryBytes } from './copied-page.js';
import type { LentMemory, PageOutput } from './output.js';
import type { SourceWindows } from './source-windows.js';

/** Number of bytes to read for a page header that extends past the bytes read so far. */
const headerGuess = 2 ** 10;

/**
 * Copies the pages of a chunk that is encrypted neither in the source nor in the new file. Bodies are not inspected, so
 * their checksums are not verified. When the promise resolves, the last bytes may still be waiting in the output's
 * buffers.
 * @throws ParquetError CORRUPT, TRUNCATED or LIMIT for invalid headers, and for pages that extend into the footer.
 * Throws errors from the source and the output unchanged.
 */
export async function copyRanges(
  location: ChunkLocation,
  windows: SourceWindows,
  output: Pick<PageOutput, 'position'>,
  lent: LentMemory,
  { limits, signal }: { readonly limits: Limits; readonly signal: AbortSignal | undefined },
): Promise<CopiedPages> {
  const { metaData, end, dataEnd, start, at: place } = location;
  const pages: CopiedPage[] = [];
  let isWhole = true;
  let slots = 0;
  let next = start ?? end;
  const goesOn = (): boolean => start !== undefined && (slots < metaData.numValues || next < end);
  /** Parses the header of the next page. Returns undefined if it does not end in the window. */
  const headerIn = (window: Uint8Array, at: number): ReturnType<typeof readPageHeader> | undefined => {
    try {
      return readPageHeader(window, next - at, { limits, statistics: false });
    } catch (error) {
      if (isParquetError(error) && error.code === 'TRUNCATED' && at + window.length < dataEnd) return undefined;
      throw error;
    }
  };
  /** Adds the next page to `pages` if it is copied. `position` is its offset in the new file. */
  const add = (header: PageHeader, headerBytes: number, position: number): void => {
    const byteLength = headerBytes + header.compressedPageSize;
    if (next + byteLength > dataEnd) {
      const what = `a page of ${byteLength} bytes at ${next} does not end before the footer at ${dataEnd}`;
      throw new ParquetError('TRUNCATED', what);
    }
    slots += dataPageInfo(header)?.slotCount ?? 0;
    if (isCopied(header, location)) {
      const uncompressedBytes = headerBytes + header.uncompressedPageSize;
      const source = { sourceOffset: next, sourceBytes: byteLength };
      pages.push({ header, ...source, offset: position, byteLength, uncompressedBytes });
    } else isWhole = false;
    next += byteLength;
  };

  try {
    // Bytes before `at` have been lent or are not copied.
    for (let at = next, least = 1; at < next || goesOn(); ) {
      if (at >= dataEnd) throw new ParquetError('TRUNCATED', `pages extend into the footer at ${dataEnd}`);
      const window = await windows.from(at, least, lent);
      const windowEnd = at + window.length;
      let from = at;
      least = 1;
      while (next < windowEnd && goesOn()) {
        const found = headerIn(window, at);
        if (found === undefined) {
          least = Math.max(headerGuess, 4 * (windowEnd - next));
          break;
        }
        const pageStart = next;
        const { length: known } = pages;
        add(found.header, found.byteLength, output.position + next - from);
        if (pages.length > known) continue;
        if (from < pageStart) await lent.write(window.subarray(from - at, pageStart - at));
        from = next;
      }
      if (pages.length * pageMemoryBytes > limits.memoryBytes)
        throw limitError('memoryBytes', limits, `the list of the ${pages.length} pages copied so far`);
      const to = Math.min(next, windowEnd);
      if (from < to) await lent.write(window.subarray(from - at, to - at));
      at = Math.max(from, to);
      if (isTurnDue()) await yieldToEventLoop(signal);
    }
    // Copy these bytes, because the source may change its memory after the call.
    if (!windows.areInBuffers) await lent.takeBack();
  } catch (error) {
    throw withPlace(error, { ...place, fileOffset: next });
  }
  return { pages, isWhole };
}

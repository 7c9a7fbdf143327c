/**
 * The pages of a chunk as stored, read in windows: never more than the chunk, and never the whole of a large one.
 */
import { isParquetError, type Limits, ParquetError, withPlace } from '@marquetry/core';
import { type PageHeader, readPageHeader } from '@marquetry/metadata';
import type { ChunkLocation } from './chunk.js';
import { type ByteSource, readExactly, requireLength } from './source/byte-source.js';

/** A page header, before its body is read. */
export interface StreamedHeader {
  readonly header: PageHeader;
  /** Bytes of the header. */
  readonly headerSize: number;
  /** File offset of the header. */
  readonly fileOffset: number;
}

export interface PageStream {
  /** File offset of the next page. */
  position(): number;
  /** The header of the next page; undefined where its bytes must be fetched first. The position stays. */
  peek(): StreamedHeader | undefined;
  /** The header that was peeked, as stored. May alias the source. */
  headerBytes(streamed: StreamedHeader): Uint8Array;
  /**
   * The body of the page that was peeked; the position moves behind it. Undefined where its bytes must be fetched first:
   * then peek again. May alias the source.
   */
  take(streamed: StreamedHeader): Uint8Array | undefined;
  /** Fetches the bytes that `peek` or `take` lacked. */
  fetch(): Promise<void>;
  /** Moves behind the page that was peeked, without its body. */
  pass(streamed: StreamedHeader): void;
  /** Goes on at another file offset. Pages up to `end` will be asked for: they are read ahead, others are not. */
  seek(position: number, end: number): void;
  /** Forgets the bytes that were read ahead. The position stays. */
  drop(): void;
}

export interface PageStreamOptions {
  readonly source: ByteSource;
  readonly limits: Limits;
  readonly signal?: AbortSignal | undefined;
  readonly statistics: boolean;
  /** File offset behind which no page can lie. */
  readonly dataEnd: number;
  /** True when not all pages will be asked for: reads less ahead. */
  readonly partial: boolean;
  /** Bytes to read at once at most, but for a page that has more; default 8 MiB. */
  readonly windowBytes?: number | undefined;
  /** Told of the bytes that the stream holds, before they are read. Its error ends the call, and the stream is as before. */
  readonly holdWindow?: ((byteLength: number) => void) | undefined;
}

/** Chunks up to this many bytes are read at once; larger ones in windows of it. */
export const largeWindowBytes: number = 2 ** 23;
/** The first window where a part of the chunk is wanted; each that follows on it is twice the one before. */
export const smallWindowBytes: number = 2 ** 16;
/** Bytes to look for a header in, at first. */
const headerGuess = 2 ** 10;

export function createPageStream(location: ChunkLocation, options: PageStreamOptions): PageStream {
  const { source, limits, signal, statistics, dataEnd, partial, windowBytes = largeWindowBytes, holdWindow } = options;
  let position = location.start ?? 0;
  let window: Uint8Array = new Uint8Array(0);
  let windowStart = position;
  let ahead = partial ? smallWindowBytes : windowBytes;
  let aheadEnd = location.end;
  const headerOptions = { limits, statistics };
  /** What to fetch. */
  let wantedOffset = 0;
  let wantedLength = 0;

  const moveWindow = (bytes: Uint8Array, offset: number): void => {
    window = bytes;
    windowStart = offset;
    ahead = Math.min(2 * ahead, windowBytes);
  };
  /** True if `[offset, offset + length)`, which lies in front of the footer, is part of the window, or can be at once. */
  const isThere = (offset: number, length: number): boolean => {
    signal?.throwIfAborted();
    const windowEnd = windowStart + window.length;
    if (offset >= windowStart && offset + length <= windowEnd) return true;
    // Whoever passed over bytes may do so again.
    if (offset > windowEnd) ahead = smallWindowBytes;
    const byteLength = Math.max(length, Math.min(ahead, aheadEnd - offset));
    if (source.readNow === undefined) {
      wantedOffset = offset;
      wantedLength = byteLength;
      return false;
    }
    if (source.sharesMemory !== true) holdWindow?.(byteLength);
    moveWindow(requireLength(source.readNow(offset, byteLength), offset, byteLength), offset);
    return true;
  };
  const drop = (): void => {
    window = new Uint8Array(0);
    windowStart = position;
    holdWindow?.(0);
  };

  return {
    position: () => position,
    peek: () => {
      // What lies behind the chunk is looked at only where a writer miscounted.
      let end = position < location.end ? location.end : dataEnd;
      for (let wanted = headerGuess; ; ) {
        const length = Math.min(wanted, end - position);
        if (length <= 0) {
          throw new ParquetError('TRUNCATED', `pages run into the footer at ${dataEnd}`, {
            ...location.at,
            fileOffset: position,
          });
        }
        if (!isThere(position, length)) return undefined;
        try {
          const start = position - windowStart;
          const { header, byteLength } = readPageHeader(window, start, headerOptions);
          return { header, headerSize: byteLength, fileOffset: position };
        } catch (error) {
          const short = isParquetError(error) && error.code === 'TRUNCATED';
          if (short && length === wanted) wanted *= 4;
          else if (short && end < dataEnd) end = dataEnd;
          else throw withPlace(error, { ...location.at, fileOffset: position });
        }
      }
    },
    headerBytes: ({ headerSize, fileOffset }) =>
      window.subarray(fileOffset - windowStart, fileOffset - windowStart + headerSize),
    take: ({ header, headerSize, fileOffset }) => {
      const start = fileOffset + headerSize;
      const length = header.compressedPageSize;
      if (start + length > dataEnd) {
        const what = `a page body of ${length} bytes at ${start} does not lie in front of the footer at ${dataEnd}`;
        throw new ParquetError('TRUNCATED', what, { ...location.at, fileOffset });
      }
      // From the header on, so that it is still there when it is peeked again.
      if (!isThere(fileOffset, headerSize + length)) return undefined;
      position = start + length;
      return window.subarray(start - windowStart, start - windowStart + length);
    },
    fetch: async () => {
      const offset = wantedOffset;
      // The new window is read before the old one can be collected.
      if (source.sharesMemory !== true) holdWindow?.(wantedLength);
      moveWindow(await readExactly(source, offset, wantedLength, signal), offset);
    },
    pass: ({ header, headerSize, fileOffset }) => {
      position = fileOffset + headerSize + header.compressedPageSize;
    },
    seek: (offset, end) => {
      position = offset;
      if (offset < windowStart || offset > windowStart + window.length) drop();
      ahead = windowBytes;
      aheadEnd = end;
    },
    drop,
  };
}

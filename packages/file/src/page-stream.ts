/**
 * Reads the stored pages of a chunk in windows, which are ranges of consecutive bytes, so that a large chunk is never
 * completely in memory. Bytes outside the chunk are read only if the footer states a size that is too small.
 */
import { isParquetError, ParquetError, withPlace } from '@marquetry/core';
import { readPageHeader } from '@marquetry/metadata';
import type { ChunkLocation } from './chunk.js';
import { readExactly, requireLength } from './source/byte-source.js';
import type { PageStream, PageStreamOptions, StoredWindow, StreamedHeader, WholePage } from './streamed-pages.js';

/** Chunks of at most this size in bytes are read in one request, larger chunks in several requests of this size. */
export const largeWindowBytes: number = 2 ** 23;
/**
 * Number of bytes in the first request if only a part of the chunk is needed. Each following request is twice as large,
 * unless bytes are skipped in between.
 */
export const smallWindowBytes: number = 2 ** 16;
/** Number of bytes to fetch first for a page header, whose length is not known in advance. */
const headerGuess = 2 ** 10;

const noBytes: Uint8Array = /* @__PURE__ */ new Uint8Array(0);

export function createPageStream(location: ChunkLocation, options: PageStreamOptions): PageStream {
  const { secrets } = location;
  if (secrets === undefined) return new WindowedStream(location, options);
  return secrets.pageStream(location, options, (shape) => new WindowedStream(location, shape));
}

/**
 * This is a class because there is one object per chunk, and creating closures takes as long as reading a small chunk.
 */
class WindowedStream implements PageStream, StoredWindow {
  declare private readonly location: ChunkLocation;
  declare private readonly options: PageStreamOptions;
  declare private readonly windowBytes: number;
  declare private nextOffset: number;
  private window: Uint8Array = noBytes;
  declare private windowStart: number;
  /** Number of bytes to read ahead in the next request. Reading ahead ends at the file offset `aheadEnd`. */
  declare private ahead: number;
  declare private aheadEnd: number;
  /** The byte range to fetch next. */
  private wantedOffset = 0;
  private wantedLength = 0;

  constructor(location: ChunkLocation, options: PageStreamOptions) {
    this.location = location;
    this.options = options;
    this.windowBytes = options.windowBytes ?? largeWindowBytes;
    this.nextOffset = location.start ?? 0;
    this.windowStart = this.nextOffset;
    this.ahead = options.partial ? smallWindowBytes : this.windowBytes;
    this.aheadEnd = location.end;
  }

  position(): number {
    return this.nextOffset;
  }

  peek(): StreamedHeader | undefined {
    const { location, options, nextOffset: position } = this;
    const { dataEnd, base } = location;
    // If the writer miscounted the size of the chunk, the header may extend beyond `aheadEnd` or beyond the chunk.
    let end = position < this.aheadEnd ? this.aheadEnd : position < location.end ? location.end : dataEnd;
    for (let wanted = headerGuess; ; ) {
      const length = Math.min(wanted, end - position);
      if (length <= 0) {
        const place = { ...location.at, fileOffset: position };
        throw new ParquetError('TRUNCATED', `pages extend into the footer at ${dataEnd - base}`, place);
      }
      if (!this.isThere(position, length)) return undefined;
      try {
        const { header, byteLength } = readPageHeader(this.window, position - this.windowStart, options);
        return {
          header,
          headerSize: byteLength,
          fileOffset: position,
          byteLength: byteLength + header.compressedPageSize,
        };
      } catch (error) {
        const short = isParquetError(error) && error.code === 'TRUNCATED';
        if (short && length === wanted) wanted *= 4;
        else if (short && end < dataEnd) end = end < location.end ? location.end : dataEnd;
        else throw withPlace(error, { ...location.at, fileOffset: position });
      }
    }
  }

  bytes(offset: number, length: number): Uint8Array | undefined {
    if (!this.isThere(offset, length)) return undefined;
    const start = offset - this.windowStart;
    return this.window.subarray(start, start + length);
  }

  takeWhole(streamed: StreamedHeader): WholePage | undefined {
    const body = this.take(streamed);
    if (body === undefined) return undefined;
    const { header, headerSize, fileOffset } = streamed;
    const start = fileOffset - this.windowStart;
    return { header, headerSize, headerBytes: this.window.subarray(start, start + headerSize), body };
  }

  take({ header, headerSize, fileOffset }: StreamedHeader): Uint8Array | undefined {
    const { location } = this;
    const start = fileOffset + headerSize;
    const length = header.compressedPageSize;
    const { dataEnd, base } = location;
    if (start + length > dataEnd) {
      const what = `a page body of ${length} bytes at ${start - base} does not end before the footer at ${dataEnd - base}`;
      throw new ParquetError('TRUNCATED', what, { ...location.at, fileOffset });
    }
    // The window must include the header, because `peek` reads it again after a fetch.
    if (!this.isThere(fileOffset, headerSize + length)) return undefined;
    this.nextOffset = start + length;
    const { buffer, byteOffset } = this.window;
    return new Uint8Array(buffer, byteOffset + start - this.windowStart, length);
  }

  async fetch(): Promise<void> {
    const { source, signal } = this.options;
    const { wantedOffset, wantedLength } = this;
    this.holdWindow(wantedLength);
    this.moveWindow(await readExactly(source, wantedOffset, wantedLength, signal), wantedOffset);
  }

  pass({ byteLength, fileOffset }: StreamedHeader): void {
    this.nextOffset = fileOffset + byteLength;
  }

  seek(position: number, end: number): void {
    this.nextOffset = position;
    if (position < this.windowStart || position > this.windowStart + this.window.length) this.drop();
    this.ahead = this.windowBytes;
    this.aheadEnd = end;
  }

  drop(): void {
    this.window = noBytes;
    this.windowStart = this.nextOffset;
    this.options.account?.hold('window', 0);
  }

  /**
   * True if the bytes `[offset, offset + length)`, which must be before the footer, are in memory or can be read
   * without waiting.
   */
  private isThere(offset: number, length: number): boolean {
    const { source, signal } = this.options;
    signal?.throwIfAborted();
    const windowEnd = this.windowStart + this.window.length;
    if (offset >= this.windowStart && offset + length <= windowEnd) return true;
    // After the caller has skipped bytes, the next window is small, because the caller will probably skip more bytes.
    if (offset > windowEnd) this.ahead = smallWindowBytes;
    const byteLength = Math.max(length, Math.min(this.ahead, this.aheadEnd - offset));
    if (source.readNow !== undefined) {
      this.holdWindow(byteLength);
      const bytes = source.readNow(offset, byteLength);
      if (bytes !== undefined) {
        this.moveWindow(requireLength(bytes, offset, byteLength), offset);
        return true;
      }
    }
    this.wantedOffset = offset;
    this.wantedLength = byteLength;
    return false;
  }

  /**
   * Counts the memory of the bytes to fetch, in addition to the bytes that were fetched last, which stay in memory
   * until the new ones have been read.
   */
  private holdWindow(byteLength: number): void {
    const { account, source } = this.options;
    if (source.sharesMemory !== true) account?.hold('window', byteLength);
  }

  private moveWindow(bytes: Uint8Array, offset: number): void {
    this.window = bytes;
    this.windowStart = offset;
    this.ahead = Math.min(2 * this.ahead, this.windowBytes);
  }
}

/**
 * Reads the pages of an encrypted column chunk. Each page consists of two modules, one for its header and one for its
 * body:
 *
 *   dictionary page          data page 0            data page 1
 *   header 5 | body 3        header 4 | body 2      header 4 | body 2      the numbers are the kinds of modules
 *
 * The AAD of a data page contains the ordinal of the page, so the stream counts data pages. After a jump, it takes the
 * ordinal from the offset index. If there is no offset index, the stream decrypts the headers of all pages since the
 * last page with a known ordinal. Source: Encryption.md#encryption-algorithms.
 */
import { type ErrorPlace, ParquetError, withPlace } from '@marquetry/core';
import type {
  PageStream,
  PageStreamOptions,
  SealedChunk,
  StoredWindow,
  StreamedHeader,
  WholePage,
} from '@marquetry/file';
import { type PageHeader, readPageHeader, writePageHeader } from '@marquetry/metadata';
import { crc32, isDataPage, isDictionaryPage } from '@marquetry/page';
import { overheadOf } from './modules.js';
import { createOpenerAhead } from './open-pages-ahead.js';
import { createOpenerNow } from './open-pages-now.js';
import type { ChunkCipher, OpenedHeader, PageAt, PageOpener } from './page-modules.js';

/** The next page: its header has been decrypted, but its body has not. */
interface Peeked {
  readonly streamed: StreamedHeader;
  readonly opened: OpenedHeader;
  /** The header as stored in the file, which states the size and the checksum of the encrypted body. */
  readonly stored: PageHeader;
  readonly page: PageAt;
}

/** Opens a window of the stored bytes of a chunk: the bytes that are kept in memory to read pages. */
export type OpenWindow = (options: PageStreamOptions) => StoredWindow;

export class SealedStream implements PageStream {
  private readonly chunk: ChunkCipher;
  private readonly pageAt: (offset: number) => number | undefined;
  private readonly location: SealedChunk;
  private readonly options: PageStreamOptions;
  private readonly window: StoredWindow;
  private readonly opener: PageOpener;
  private readonly start: number;
  /** The file offset and the ordinal of the next page. */
  private offset: number;
  private page = 0;
  /**
   * The file offset of the page to advance to, if its ordinal is not known yet; undefined once the stream has reached
   * the page.
   */
  private target: number | undefined = undefined;
  private aheadEnd: number;
  private peeked: Peeked | undefined = undefined;
  /** The ordinals of the data pages that the stream has read or skipped, by the file offset of the page. */
  private readonly known = new Map<number, number>();

  /**
   * Creates a stream over an encrypted chunk.
   * @param pageAt Returns the ordinal of the data page at a file offset, or undefined before the offset index is read.
   */
  constructor(
    chunk: ChunkCipher,
    pageAt: (offset: number) => number | undefined,
    location: SealedChunk,
    options: PageStreamOptions,
    openWindow: OpenWindow,
  ) {
    this.chunk = chunk;
    this.pageAt = pageAt;
    this.location = location;
    this.options = options;
    this.window = openWindow(withPlaintext(options));
    this.start = location.start ?? 0;
    this.offset = this.start;
    this.known.set(this.start, 0);
    this.aheadEnd = location.end;
    const { now } = chunk.cipher;
    this.opener =
      now === undefined
        ? createOpenerAhead(chunk, this.window, options.partial)
        : createOpenerNow(chunk, now, this.window);
  }

  position(): number {
    return this.target ?? this.offset;
  }

  peek(): StreamedHeader | undefined {
    for (;;) {
      const { target } = this;
      if (target !== undefined && this.offset > target) {
        throw new ParquetError(
          'CORRUPT',
          `the offset index lists a page at ${target}, but no page of the chunk starts there`,
          this.place(),
        );
      }
      const peeked = this.peekNext();
      if (peeked === undefined) return undefined;
      if (target === undefined || target === this.offset) {
        this.target = undefined;
        return peeked.streamed;
      }
      this.moveOn(peeked);
    }
  }

  take(streamed: StreamedHeader): Uint8Array | undefined {
    const peeked = this.requirePeeked(streamed);
    const body = this.placed(() => this.opener.body(peeked.page, peeked.opened, peeked.stored));
    if (body === undefined) return undefined;
    // With AES-GCM, decryption has already proved that the bytes are unchanged. So only AES-CTR pages need the
    // checksum.
    const isChecked = this.options.verifyChecksums && this.chunk.bodyMode === 'ctr';
    if (isChecked && !isSound(peeked.stored, body.stored)) {
      throw new ParquetError('CORRUPT', 'the stored checksum does not match the encrypted page body', this.place());
    }
    this.moveOn(peeked);
    return body.plain;
  }

  takeWhole(streamed: StreamedHeader): WholePage | undefined {
    const peeked = this.requirePeeked(streamed);
    const { opened, page, stored } = peeked;
    const found = this.placed(() => this.opener.body(page, opened, stored));
    if (found === undefined) return undefined;
    const { plain } = found;
    // If the stored checksum is wrong, the returned checksum must also be wrong, so that the caller notices.
    const crc = stored.crc === undefined ? {} : { crc: isSound(stored, found.stored) ? crc32(plain) : ~crc32(plain) };
    const header = { ...streamed.header, ...crc };
    const headerBytes = writePageHeader(header);
    this.moveOn(peeked);
    return { header, headerBytes, headerSize: headerBytes.length, body: plain };
  }

  async fetch(): Promise<void> {
    try {
      await this.opener.fetch(this.nextPage(), this.aheadEnd);
    } catch (error) {
      throw withPlace(error, this.place());
    }
  }

  pass(streamed: StreamedHeader): void {
    this.moveOn(this.requirePeeked(streamed));
  }

  seek(position: number, end: number): void {
    this.aheadEnd = end;
    this.target = undefined;
    if (position !== this.offset) {
      this.forget();
      const page = this.known.get(position) ?? this.pageAt(position);
      if (page === undefined) {
        this.target = position;
        this.offset = this.lastKnownBefore(position);
        this.page = this.known.get(this.offset) ?? 0;
      } else {
        this.moveTo(position, page);
      }
    }
    this.window.seek(this.offset, end);
  }

  drop(): void {
    this.forget();
    this.window.seek(this.offset, this.aheadEnd);
    this.window.drop();
  }

  /** Decrypts the header of the next page. Returns `undefined` if `fetch` must be called first. */
  private peekNext(): Peeked | undefined {
    if (this.peeked !== undefined) return this.peeked;
    const { location, offset, options } = this;
    if (offset >= location.end) {
      throw new ParquetError(
        'TRUNCATED',
        `the chunk ends at byte ${location.end}, but more pages are expected`,
        this.place(),
      );
    }
    const page = this.nextPage();
    this.peeked = this.placed(() => {
      const opened = this.opener.header(page);
      return opened === undefined ? undefined : peekedPage(page, opened, this.chunk, options);
    });
    return this.peeked;
  }

  private nextPage(): PageAt {
    const { location, offset, page, start } = this;
    // Only the first page of a chunk can be a dictionary page.
    const isDictionary = offset === start && (location.metaData.dictionaryPageOffset ?? 0) > 0;
    return { offset, page, isDictionary, end: location.end };
  }

  private requirePeeked(streamed: StreamedHeader): Peeked {
    if (this.peeked?.streamed === streamed) return this.peeked;
    throw new ParquetError('INVALID_ARGUMENT', 'pass the page that `peek` returned last: this is another page');
  }

  private moveOn({ page, streamed }: Peeked): void {
    this.opener.delete(page);
    this.moveTo(page.offset + streamed.byteLength, page.isDictionary ? page.page : page.page + 1);
  }

  private moveTo(offset: number, page: number): void {
    this.offset = offset;
    this.page = page;
    this.known.set(offset, page);
    this.peeked = undefined;
  }

  private forget(): void {
    this.peeked = undefined;
    this.opener.clear();
  }

  private lastKnownBefore(position: number): number {
    let last = this.start;
    for (const offset of this.known.keys()) if (offset <= position && offset > last) last = offset;
    return last;
  }

  private placed<T>(open: () => T): T {
    try {
      return open();
    } catch (error) {
      throw withPlace(error, this.place());
    }
  }

  private place(): ErrorPlace {
    return { ...this.location.at, fileOffset: this.offset };
  }
}

/**
 * Parses a decrypted header. Returns the header with the size of the decrypted body.
 * @throws ParquetError CORRUPT if it is the header of another type of page.
 */
function peekedPage(
  page: PageAt,
  opened: OpenedHeader,
  { bodyMode, uncountedBytes }: ChunkCipher,
  { limits, statistics }: PageStreamOptions,
): Peeked {
  const { header: stated, byteLength } = readPageHeader(opened.bytes, 0, { limits, statistics });
  const stored =
    uncountedBytes === 0 ? stated : { ...stated, compressedPageSize: stated.compressedPageSize + uncountedBytes };
  if (!(page.isDictionary ? isDictionaryPage(stored) : isDataPage(stored))) {
    const wanted = page.isDictionary ? 'dictionary' : 'data';
    throw new ParquetError('CORRUPT', `expected a ${wanted} page, got a page of type ${stored.type}`);
  }
  const { moduleLength } = opened;
  const compressedPageSize = stored.compressedPageSize - overheadOf(bodyMode);
  if (compressedPageSize < 0 || moduleLength + stored.compressedPageSize > page.end - page.offset) {
    const what = `an encrypted page body of ${stored.compressedPageSize} bytes extends beyond the end of the chunk at ${page.end}`;
    throw new ParquetError('CORRUPT', what);
  }
  const streamed = {
    header: { ...(stored.crc === undefined ? stored : withoutChecksum(stored)), compressedPageSize },
    headerSize: byteLength,
    fileOffset: page.offset,
    byteLength: moduleLength + stored.compressedPageSize,
  };
  return { streamed, opened, stored, page };
}

function withoutChecksum({ crc: _crc, ...rest }: PageHeader): PageHeader {
  return rest;
}

/** Returns false if the header has a checksum and the stored body has a different one. */
function isSound({ crc }: PageHeader, stored: Uint8Array): boolean {
  return crc === undefined || crc32(stored) === (crc | 0);
}

/**
 * Returns options with which each byte of the stored chunk in memory counts twice against the memory limit: once for
 * itself, and once for the decrypted page, which is never larger.
 */
function withPlaintext(options: PageStreamOptions): PageStreamOptions {
  const { account } = options;
  if (account === undefined) return options;
  const counted: typeof account = {
    hold: (use, bytes) => account.hold(use, use === 'window' ? 2 * bytes : bytes),
    hasRoom: (use, bytes) => account.hasRoom(use, use === 'window' ? 2 * bytes : bytes),
    held: (use) => account.held(use),
    get refusal() {
      return account.refusal;
    },
    refuse: (what) => account.refuse(what),
    forgive: () => account.forgive(),
  };
  return { ...options, account: counted };
}

/**
 * The implementation of `PageCursor`: it reads the stored pages of a chunk from a stream, and opens them in order.
 */
import {
  createPageSequence,
  dataPageBytes,
  describePage,
  dictionaryPageBytes,
  type PageSequence,
  valuesByteLength,
} from '@marquetry/column';
import { onDemand, withPlace } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import { isDataPage, isDictionaryPage } from '@marquetry/page';
import type { ChunkLocation } from './chunk.js';
import { type FileContext, prepareEncoding } from './context.js';
import type { IndexedPages } from './indexed-pages.js';
import type { MemoryAccount } from './memory-budget.js';
import type { CursorPosition, CursorStep, PageCursor, PageCursorOptions, PageFilter } from './page-cursor.js';
import { createPageStream } from './page-stream.js';
import { indexExpansion, isPartial, mayJump } from './part-of-chunk.js';
import { createPageScratch, kernelsOver, type PageScratch } from './scratch.js';
import type { PageStream, StreamedHeader } from './streamed-pages.js';
import type { Waiting } from './waits.js';

const indexes = /* @__PURE__ */ onDemand(() => import('./located-pages.js'));

/**
 * Creates a cursor that starts at the first page of a chunk. `dictionaryAt` is the position at which an earlier cursor
 * found the dictionary page.
 */
export function createPageCursor(
  context: FileContext,
  location: ChunkLocation,
  options: PageCursorOptions,
  account: MemoryAccount,
  dictionaryAt?: CursorPosition,
): PageCursor {
  return new ChunkCursor(context, location, options, account, dictionaryAt);
}

/**
 * This is a class because there is one object per chunk, and creating closures takes as long as reading a small chunk.
 */
class ChunkCursor implements PageCursor {
  declare private readonly context: FileContext;
  declare private readonly location: ChunkLocation;
  declare private readonly options: PageCursorOptions;
  declare private readonly account: MemoryAccount;
  declare private readonly stream: PageStream;
  declare private readonly scratch: PageScratch;
  declare private readonly sequence: PageSequence;
  declare private readonly isRepeated: boolean;
  /** The data pages listed in the offset index. Undefined unless the index was read. */
  private indexed: IndexedPages | undefined = undefined;
  /**
   * Set while the encoding of the next page is being prepared, which may include loading its code; otherwise
   * undefined.
   */
  private preparing: Promise<void> | undefined = undefined;
  /** The file offset up to which pages may be read ahead. */
  private aheadEnd = 0;
  private dictionaryAt: CursorPosition | undefined;
  declare private pageAt: CursorPosition;

  constructor(
    context: FileContext,
    location: ChunkLocation,
    options: PageCursorOptions,
    account: MemoryAccount,
    dictionaryAt: CursorPosition | undefined,
  ) {
    const { encodings, kernels, limits, source, verifyChecksums } = context;
    const { leaf: column, metaData, at } = location;
    const { codec, range, signal, windowBytes } = options;
    this.context = context;
    this.location = location;
    this.options = options;
    this.account = account;
    const partial = isPartial(location, range, source.isPlanned === true);
    const shape = { source, limits, signal, statistics: false, verifyChecksums, partial, windowBytes, account };
    this.stream = createPageStream(location, shape);
    this.scratch = createPageScratch(options.scratch);
    this.sequence = createPageSequence({
      column,
      encodings,
      codec,
      slotCount: metaData.numValues,
      uncompressedSize: metaData.totalUncompressedSize,
      limits,
      kernels: kernelsOver(kernels, this.scratch),
      allocateBody: this.scratch.take,
      at,
      verifyChecksums,
    });
    this.isRepeated = column.maxRepetitionLevel > 0;
    this.dictionaryAt = dictionaryAt;
    this.pageAt = this.position();
  }

  position(): CursorPosition {
    const { pageCount, slotsSeen, isExact } = this.sequence;
    return { offset: this.stream.position(), pageCount, slotsSeen, isExact, located: this.indexed?.next ?? 0 };
  }

  hasDictionary(): boolean {
    return this.sequence.dictionary !== undefined;
  }

  dictionaryPosition(): CursorPosition | undefined {
    return this.dictionaryAt;
  }

  pagePosition(): CursorPosition {
    return this.pageAt;
  }

  step(filter: PageFilter): CursorStep {
    if (this.sequence.complete || this.indexed?.isAtEnd() === true) return 'end';
    try {
      const streamed = this.stream.peek();
      if (streamed === undefined) return 'bytes';
      const { header } = streamed;
      if (isDictionaryPage(header)) return this.acceptDictionary(streamed) ? 'passed' : 'bytes';
      if (!isDataPage(header)) return this.passOver(streamed);
      if (!filter.passes(header)) return this.isReady(header) ? this.acceptData(streamed) : 'bytes';
      this.countIndexed(streamed);
      return this.passOver(streamed);
    } catch (error) {
      throw this.inPage(error);
    }
  }

  releasePage(): void {
    this.scratch.release();
    this.account.hold('page', 0);
  }

  async fetch(): Promise<void> {
    try {
      const { preparing } = this;
      this.preparing = undefined;
      await (preparing ?? this.stream.fetch());
    } catch (error) {
      throw this.inPage(error);
    }
  }

  mayJump(): boolean {
    const { context, indexed, location, options } = this;
    return indexed === undefined && mayJump(location, options.range, context.source.isPlanned === true);
  }

  *locate(): Waiting<void> {
    const { account, context, location, options } = this;
    const indexBytes = indexExpansion * (location.chunk.offsetIndexLength ?? 0);
    // An index that would take more than half of the free memory is not read. Page headers then determine which pages
    // to skip.
    if (indexBytes > options.budget.freeBytes / 2) return;
    account.hold('index', indexBytes);
    yield indexes.load().then(async ({ indexedPages }) => {
      this.indexed = await indexedPages(context, location, options.range, options.signal);
    });
    if (this.indexed !== undefined) this.seekStream(this.stream.position());
  }

  isLocated(): boolean {
    return this.indexed !== undefined;
  }

  isAtLocated(): boolean {
    return this.indexed?.isAt(this.stream.position()) === true;
  }

  jump(): number {
    const { indexed, sequence, stream } = this;
    if (indexed === undefined) return 0;
    const jump = indexed.jump();
    if (jump === undefined) {
      if (stream.position() >= this.aheadEnd) this.seekStream(stream.position());
      return 0;
    }
    const { offset, pages, rows } = jump;
    sequence.seek(sequence.pageCount + pages, sequence.slotsSeen + rows, sequence.isExact && !this.isRepeated);
    if (offset !== undefined) this.seekStream(offset);
    return rows;
  }

  park(alsoDictionary: boolean): void {
    const { sequence } = this;
    this.stream.drop();
    this.releasePage();
    if (!alsoDictionary || sequence.dictionary === undefined) return;
    sequence.dropDictionary();
    this.account.hold('dictionary', 0);
  }

  *resume(position: CursorPosition): Waiting<void> {
    const { dictionaryAt, sequence } = this;
    if (dictionaryAt !== undefined && dictionaryAt.offset < position.offset && sequence.dictionary === undefined) {
      try {
        yield* this.restoreDictionary(dictionaryAt);
      } catch (error) {
        throw this.inPage(error);
      }
    }
    this.seekTo(position);
  }

  end(): void {
    this.sequence.end();
  }

  private inPage(error: unknown): unknown {
    return withPlace(error, { ...this.location.at, page: this.sequence.pageCount });
  }

  private seekTo({ offset, pageCount, slotsSeen, isExact, located }: CursorPosition): void {
    if (this.indexed !== undefined) this.indexed.next = located;
    this.seekStream(offset);
    this.sequence.seek(pageCount, slotsSeen, isExact);
  }

  /** Continues the stream at a file offset. */
  private seekStream(offset: number): void {
    this.aheadEnd = this.indexed?.endFrom(offset) ?? this.location.end;
    this.stream.seek(offset, this.aheadEnd);
  }

  /** Compares a data page with its entry in the offset index, if the index was read. */
  private countIndexed(streamed: StreamedHeader): void {
    if (this.indexed === undefined || this.indexed.pass(streamed)) return;
    // If `pass` returns false, the index cannot be used: read the rest of the chunk in order, without the index.
    this.indexed = undefined;
    this.seekStream(this.stream.position());
  }

  /** Starts to prepare the encoding of the page. Returns true if the encoding is already prepared. */
  private isReady(header: PageHeader): boolean {
    this.preparing = prepareEncoding(this.context, header);
    return this.preparing === undefined;
  }

  /**
   * Reads a dictionary page. Returns false if the bytes of the page must first be fetched, or its encoding prepared.
   */
  private acceptDictionary(streamed: StreamedHeader): boolean {
    const { account, location, sequence } = this;
    const { header, fileOffset } = streamed;
    if (!this.isReady(header)) return false;
    const position = this.position();
    account.hold('dictionary', dictionaryPageBytes(header, location.leaf));
    const body = this.stream.take(streamed);
    if (body === undefined) return false;
    sequence.accept(header, body, fileOffset);
    this.scratch.release();
    this.dictionaryAt = position;
    account.hold('dictionary', sequence.dictionary === undefined ? 0 : valuesByteLength(sequence.dictionary));
    return true;
  }

  private acceptData(streamed: StreamedHeader): CursorStep {
    const { leaf } = this.location;
    const { account } = this;
    const { codec } = this.options;
    const { header, fileOffset } = streamed;
    const position = this.position();
    const byteLength = dataPageBytes(header, leaf, codec);
    if (!account.hasRoom('page', byteLength)) throw account.refuse(describePage(header, leaf, codec));
    account.hold('page', byteLength);
    const body = this.stream.take(streamed);
    if (body === undefined) return 'bytes';
    this.countIndexed(streamed);
    this.pageAt = position;
    const found = this.sequence.accept(header, body, fileOffset);
    if (found !== undefined && this.isRepeated) this.indexed?.checkRows(found.page, fileOffset);
    return found ?? 'passed';
  }

  private passOver(streamed: StreamedHeader): CursorStep {
    this.stream.pass(streamed);
    this.sequence.pass(streamed.header, streamed.fileOffset);
    return 'passed';
  }

  /** Reads the dictionary page again, after `park` has dropped the dictionary. */
  private *restoreDictionary(position: CursorPosition): Waiting<void> {
    const { stream } = this;
    this.seekTo(position);
    for (;;) {
      const streamed = stream.peek();
      if (streamed !== undefined && this.acceptDictionary(streamed)) return;
      yield this.fetch();
    }
  }
}

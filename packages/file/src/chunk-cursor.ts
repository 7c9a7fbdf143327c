/**
 * A page cursor over a page stream and a page sequence.
 */
import {
  createPageSequence,
  dataPageBytes,
  describePage,
  dictionaryPageBytes,
  flatBytes,
  type PageSequence,
  type SequencedPage,
} from '@marquetry/column';
import { type Kernels, ParquetError, withPlace } from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import { dataHeaderOf, headerV2Of, isDataPage, isDictionaryPage } from '@marquetry/page';
import type { ChunkLocation } from './chunk.js';
import type { FileContext } from './context.js';
import { indexExpansion, isPartial, type LocatedPages, locatePages, mayJump } from './located-pages.js';
import type { CursorPosition, CursorStep, PageCursor, PageCursorOptions } from './page-cursor.js';
import { loadOffsetIndex } from './page-index.js';
import { createPageStream, type PageStream, type StreamedHeader } from './page-stream.js';
import { createPageScratch, type PageScratch } from './scratch.js';
import type { Waiting } from './waits.js';

/** What opens pages, with levels in memory of the page. */
function kernelsOver(
  { readLevels, crc32 }: Kernels,
  allocate: Kernels['allocate'],
): Pick<Kernels, 'allocate' | 'readLevels' | 'crc32'> {
  if (readLevels !== undefined && crc32 !== undefined) return { allocate, readLevels, crc32 };
  return { allocate, ...(readLevels && { readLevels }), ...(crc32 && { crc32 }) };
}

/** A cursor before the first page of a chunk. `dictionaryAt`: where another cursor met the dictionary page. */
export function createPageCursor(
  context: FileContext,
  location: ChunkLocation,
  options: PageCursorOptions,
  dictionaryAt?: CursorPosition,
): PageCursor {
  return new ChunkCursor(context, location, options, dictionaryAt);
}

/** A class, as there is one per chunk: closures would take as long to make as a small chunk to read. */
class ChunkCursor implements PageCursor {
  private readonly context: FileContext;
  private readonly location: ChunkLocation;
  private readonly options: PageCursorOptions;
  private readonly stream: PageStream;
  private readonly scratch: PageScratch;
  private readonly sequence: PageSequence;
  private readonly isRepeated: boolean;
  /** Where data pages are, and which is the next; undefined unless they were looked up. */
  private located: LocatedPages | undefined = undefined;
  private nextLocated = 0;
  /** File offset up to which pages are read ahead. */
  private aheadEnd = 0;
  private dictionaryAt: CursorPosition | undefined;
  private pageAt: CursorPosition;

  constructor(
    context: FileContext,
    location: ChunkLocation,
    options: PageCursorOptions,
    dictionaryAt: CursorPosition | undefined,
  ) {
    const { encodings, kernels, limits, source, dataEnd, verifyChecksums } = context;
    const { leaf: column, metaData, at } = location;
    const { account, codec, range, signal, windowBytes } = options;
    this.context = context;
    this.location = location;
    this.options = options;
    const partial = isPartial(location, range, source.isPlanned === true);
    const shape = { source, limits, signal, statistics: false, dataEnd, partial, windowBytes, account };
    this.stream = createPageStream(location, shape);
    this.scratch = createPageScratch(options.scratch);
    this.sequence = createPageSequence({
      column,
      encodings,
      codec,
      slotCount: metaData.numValues,
      uncompressedSize: metaData.totalUncompressedSize,
      limits,
      kernels: kernelsOver(kernels, this.scratch.takeZeros),
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
    return { offset: this.stream.position(), pageCount, slotsSeen, isExact, located: this.nextLocated };
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

  step(passes: (header: PageHeader) => boolean): CursorStep {
    if (this.sequence.complete || this.nextLocated === this.located?.pages.length) return 'end';
    try {
      const streamed = this.stream.peek();
      if (streamed === undefined) return 'bytes';
      const { header } = streamed;
      if (isDictionaryPage(header)) return this.acceptDictionary(streamed) ? 'passed' : 'bytes';
      if (!isDataPage(header)) return this.passOver(streamed);
      if (!passes(header)) return this.acceptData(streamed);
      this.checkLocation(streamed);
      return this.passOver(streamed);
    } catch (error) {
      throw this.inPage(error);
    }
  }

  releasePage(): void {
    this.scratch.release();
    this.options.account.hold('page', 0);
  }

  async fetch(): Promise<void> {
    try {
      await this.stream.fetch();
    } catch (error) {
      throw this.inPage(error);
    }
  }

  *locate(): Waiting<void> {
    const { context, location, options } = this;
    if (this.located !== undefined || !mayJump(location, options.range, context.source.isPlanned === true)) return;
    const indexBytes = indexExpansion * (location.chunk.offsetIndexLength ?? 0);
    // Without the index, the headers tell which pages to skip.
    if (indexBytes > options.budget.freeBytes / 2) return;
    options.account.hold('index', indexBytes);
    yield loadOffsetIndex(context, location, options.signal).then((index) => {
      this.located = index && locatePages(index, location, options.range);
    });
    if (this.located !== undefined) this.seekStream(this.stream.position());
  }

  isLocated(): boolean {
    return this.located !== undefined;
  }

  isAtLocated(): boolean {
    return this.located !== undefined && this.stream.position() === this.located.pages[this.nextLocated]?.offset;
  }

  jump(): number {
    const { located, nextLocated, sequence, stream } = this;
    const target = located?.nextNeeded(nextLocated);
    if (located === undefined || target === undefined) return 0;
    if (target === nextLocated) {
      if (stream.position() >= this.aheadEnd) this.seekStream(stream.position());
      return 0;
    }
    const rows = located.firstRow(target) - located.firstRow(nextLocated);
    const pageCount = sequence.pageCount + target - nextLocated;
    sequence.seek(pageCount, sequence.slotsSeen + rows, sequence.isExact && !this.isRepeated);
    this.nextLocated = target;
    const page = located.pages[target];
    if (page !== undefined) this.seekStream(page.offset);
    return rows;
  }

  park(alsoDictionary: boolean): void {
    const { sequence } = this;
    this.stream.drop();
    this.releasePage();
    if (!alsoDictionary || sequence.dictionary === undefined) return;
    sequence.dropDictionary();
    this.options.account.hold('dictionary', 0);
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
    this.nextLocated = located;
    this.seekStream(offset);
    this.sequence.seek(pageCount, slotsSeen, isExact);
  }

  /** Goes on at a file offset; of the pages that were looked up, `nextLocated` is the next. */
  private seekStream(offset: number): void {
    this.aheadEnd = this.located?.endFrom(offset, this.nextLocated) ?? this.location.end;
    this.stream.seek(offset, this.aheadEnd);
  }

  /** A page that was looked up must be what the offset index says. */
  private checkLocation({ header, headerSize, fileOffset }: StreamedHeader): void {
    const { located, nextLocated } = this;
    const expected = located?.pages[nextLocated];
    if (located === undefined || expected === undefined) return;
    if (nextLocated === 0 && fileOffset !== expected.offset) {
      // An index that does not list the first page is not relied on: pages are counted.
      this.located = undefined;
      this.seekStream(this.stream.position());
      return;
    }
    const size = headerSize + header.compressedPageSize;
    // Of a repeated column only v2 headers tell the rows.
    const rows = this.isRepeated ? headerV2Of(header)?.numRows : dataHeaderOf(header)?.numValues;
    const isSame = fileOffset === expected.offset && size === expected.compressedPageSize;
    if (!isSame || (rows !== undefined && rows !== located.rowsOf(nextLocated))) {
      throw this.misplaced(nextLocated, `${rows ?? 'some'} rows in ${size} bytes at ${fileOffset}`, fileOffset);
    }
    this.nextLocated++;
  }

  /** The same for what only the levels tell. */
  private checkRows({ page }: SequencedPage, fileOffset: number): void {
    const rowsThere = this.located?.rowsOf(this.nextLocated - 1);
    if (rowsThere === undefined) return;
    const { rowCount, slotCount, nulls } = page;
    const isOpen = slotCount > 0 && nulls.kind === 'levels' && (nulls.repetition?.[0] ?? 0) > 0;
    if (rowCount === rowsThere && !isOpen) return;
    const found = `${rowCount} rows${isOpen ? ' after the end of one that was open' : ''}`;
    throw this.misplaced(this.nextLocated - 1, found, fileOffset);
  }

  private misplaced(page: number, found: string, fileOffset: number): ParquetError {
    const { offset = 0, compressedPageSize = 0 } = this.located?.pages[page] ?? {};
    const said = `${this.located?.rowsOf(page)} rows in ${compressedPageSize} bytes at ${offset}`;
    const place = { ...this.location.at, fileOffset };
    return new ParquetError('CORRUPT', `the offset index says ${said}, there are ${found}`, place);
  }

  /** False where the bytes of the page must be fetched first. */
  private acceptDictionary(streamed: StreamedHeader): boolean {
    const { location, options, sequence } = this;
    const { header, fileOffset } = streamed;
    const position = this.position();
    options.account.hold('dictionary', dictionaryPageBytes(header, location.leaf));
    const body = this.stream.take(streamed);
    if (body === undefined) return false;
    sequence.accept(header, body, fileOffset);
    this.scratch.release();
    this.dictionaryAt = position;
    options.account.hold('dictionary', sequence.dictionary === undefined ? 0 : flatBytes(sequence.dictionary));
    return true;
  }

  private acceptData(streamed: StreamedHeader): CursorStep {
    const { leaf } = this.location;
    const { account, codec } = this.options;
    const { header, fileOffset } = streamed;
    const position = this.position();
    account.hold('page', dataPageBytes(header, leaf, codec), () => describePage(header, leaf, codec));
    const body = this.stream.take(streamed);
    if (body === undefined) return 'bytes';
    this.checkLocation(streamed);
    this.pageAt = position;
    const found = this.sequence.accept(header, body, fileOffset);
    if (found !== undefined && this.isRepeated) this.checkRows(found, fileOffset);
    return found ?? 'passed';
  }

  private passOver(streamed: StreamedHeader): CursorStep {
    this.stream.pass(streamed);
    this.sequence.pass(streamed.header, streamed.fileOffset);
    return 'passed';
  }

  /** Reads the dictionary page at its position again. */
  private *restoreDictionary(position: CursorPosition): Waiting<void> {
    const { stream } = this;
    this.seekTo(position);
    for (;;) {
      const streamed = stream.peek();
      if (streamed !== undefined && this.acceptDictionary(streamed)) return;
      yield stream.fetch();
    }
  }
}

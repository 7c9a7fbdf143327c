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
} from '@marquetry/column';
import { type Kernels, ParquetError, withPlace } from '@marquetry/core';
import type { PageHeader, PageLocation } from '@marquetry/metadata';
import { dataHeaderOf, isDataPage, isDictionaryPage } from '@marquetry/page';
import type { ChunkLocation } from './chunk.js';
import type { FileContext } from './context.js';
import type { CursorPosition, CursorStep, PageCursor, PageCursorOptions } from './page-cursor.js';
import { loadOffsetIndex } from './page-index.js';
import { createPageStream, type PageStream, type StreamedHeader, smallWindowBytes } from './page-stream.js';
import { createPageScratch, type PageScratch } from './scratch.js';
import type { Waiting } from './waits.js';

/** Bytes of an offset index once it is parsed, per stored byte: a location takes 8 bytes or more as stored. */
const indexExpansion = 16;

/** What opens pages, with levels in memory of the page. */
function kernelsOver(
  { readLevels, crc32 }: Kernels,
  allocate: Kernels['allocate'],
): Pick<Kernels, 'allocate' | 'readLevels' | 'crc32'> {
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
  /** Where data pages should be, and which is the next; empty unless one was looked up. */
  private located: readonly PageLocation[] = [];
  private nextLocated = 0;
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
    const { account, codec, partial, signal, windowBytes } = options;
    this.context = context;
    this.location = location;
    this.options = options;
    const holdWindow = (byteLength: number): void => account.hold('window', byteLength);
    const shape = { source, limits, signal, statistics: false, dataEnd, partial, windowBytes, holdWindow };
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
    this.dictionaryAt = dictionaryAt;
    this.pageAt = this.position();
  }

  position(): CursorPosition {
    const { pageCount, slotsSeen } = this.sequence;
    return { offset: this.stream.position(), pageCount, slotsSeen, located: this.nextLocated };
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
    if (this.sequence.complete) return 'end';
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

  *seek(row: number, rowEnd: number): Waiting<number | undefined> {
    const { context, location, options, sequence, stream } = this;
    const isSmall = location.end - stream.position() <= smallWindowBytes;
    if (location.leaf.maxRepetitionLevel > 0 || isSmall) return undefined;
    const indexBytes = indexExpansion * (location.chunk.offsetIndexLength ?? 0);
    // Without the index, the headers tell which pages to skip.
    if (indexBytes > options.budget.freeBytes / 2) return undefined;
    options.account.hold('index', indexBytes);
    let locations: readonly PageLocation[] = [];
    yield loadOffsetIndex(context, location, options.signal).then((index) => {
      locations = index?.pageLocations ?? [];
    });
    const target = locations.filter((page) => page.firstRowIndex <= row).length - 1;
    const page = locations[target];
    if (page === undefined || !(yield* this.isAtFirst(locations))) return undefined;
    // Two pages that start with the row: one of them has none, which its header alone says.
    if (locations[target - 1]?.firstRowIndex === page.firstRowIndex) return undefined;
    stream.seek(page.offset, locations.find((other) => other.firstRowIndex >= rowEnd)?.offset ?? location.end);
    sequence.seek(sequence.pageCount + target, page.firstRowIndex);
    this.located = locations;
    this.nextLocated = target;
    return page.firstRowIndex;
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
    const { dictionaryAt, location, sequence, stream } = this;
    if (dictionaryAt !== undefined && dictionaryAt.offset < position.offset && sequence.dictionary === undefined) {
      try {
        yield* this.restoreDictionary(dictionaryAt);
      } catch (error) {
        throw this.inPage(error);
      }
    }
    stream.seek(position.offset, location.end);
    sequence.seek(position.pageCount, position.slotsSeen);
    this.nextLocated = position.located;
  }

  end(): void {
    this.sequence.end();
  }

  private inPage(error: unknown): unknown {
    return withPlace(error, { ...this.location.at, page: this.sequence.pageCount });
  }

  /** A page that was looked up, and those after it, must be what the offset index says. */
  private checkLocation({ header, headerSize, fileOffset }: StreamedHeader): void {
    const { located, location } = this;
    const expected = located[this.nextLocated];
    if (expected === undefined) return;
    const next = located[++this.nextLocated];
    const slots = dataHeaderOf(header)?.numValues;
    const rowsThere = (next?.firstRowIndex ?? location.rowCount) - expected.firstRowIndex;
    const size = headerSize + header.compressedPageSize;
    if (fileOffset === expected.offset && size === expected.compressedPageSize && slots === rowsThere) return;
    const said = `${rowsThere} rows in ${expected.compressedPageSize} bytes at ${expected.offset}`;
    const found = `${slots} in ${size} at ${fileOffset}`;
    const place = { ...location.at, fileOffset };
    throw new ParquetError('CORRUPT', `the offset index says ${said}, there are ${found}`, place);
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
    return this.sequence.accept(header, body, fileOffset) ?? 'passed';
  }

  private passOver(streamed: StreamedHeader): CursorStep {
    this.stream.pass(streamed);
    this.sequence.pass(streamed.header, streamed.fileOffset);
    return 'passed';
  }

  /** Takes what is before the data pages. False where these are not just what the index says: better count them. */
  private *isAtFirst(locations: readonly PageLocation[]): Waiting<boolean> {
    const { location, stream } = this;
    let end = locations[0]?.offset;
    for (const { offset, compressedPageSize } of locations) {
      if (offset !== end) return false;
      end = offset + compressedPageSize;
    }
    const first = locations[0]?.offset ?? 0;
    while (stream.position() < first) {
      const streamed = stream.peek();
      if (streamed === undefined) yield stream.fetch();
      else if (isDataPage(streamed.header)) return false;
      else if (!isDictionaryPage(streamed.header)) this.passOver(streamed);
      else if (!this.acceptDictionary(streamed)) yield stream.fetch();
    }
    return stream.position() === first && end === location.end;
  }

  /** Reads the dictionary page at its position again. */
  private *restoreDictionary(position: CursorPosition): Waiting<void> {
    const { location, sequence, stream } = this;
    stream.seek(position.offset, location.end);
    sequence.seek(position.pageCount, position.slotsSeen);
    for (;;) {
      const streamed = stream.peek();
      if (streamed !== undefined && this.acceptDictionary(streamed)) return;
      yield stream.fetch();
    }
  }
}

/**
 * A cursor over the data pages of a chunk: passes over pages, jumps by the offset index, and can be parked.
 *
 *   parked   only a position is left: page, window and, on request, the dictionary were dropped
 *   resume   the dictionary page is read again if it was dropped, then the page at the position
 */
import {
  createPageSequence,
  dataPageBytes,
  describePage,
  dictionaryPageBytes,
  flatBytes,
  type SequencedPage,
} from '@marquetry/column';
import { type Codec, ParquetError, withPlace } from '@marquetry/core';
import type { PageHeader, PageLocation } from '@marquetry/metadata';
import { dataHeaderOf, isDataPage, isDictionaryPage } from '@marquetry/page';
import type { ChunkLocation } from './chunk.js';
import type { FileContext } from './context.js';
import type { MemoryAccount, MemoryBudget } from './memory-budget.js';
import { loadOffsetIndex } from './page-index.js';
import { createPageStream, type StreamedHeader, smallWindowBytes } from './page-stream.js';
import type { Waiting } from './waits.js';

/** A place before a page: enough to go back to it. */
export interface CursorPosition {
  /** File offset of the page's header. */
  readonly offset: number;
  readonly pageCount: number;
  readonly slotsSeen: number;
  /** Ordinal of the page among those that the offset index lists, where it was used. */
  readonly located: number;
}

export interface PageCursorOptions {
  readonly codec: Codec | undefined;
  readonly budget: MemoryBudget;
  readonly account: MemoryAccount;
  /** True when not all rows will be asked for. */
  readonly partial: boolean;
  readonly signal: AbortSignal | undefined;
  /** As of the page stream. */
  readonly windowBytes: number | undefined;
}

/**
 * What a step of a cursor found: a data page, opened, or
 * - `passed`: another page, or one that is not needed;
 * - `bytes`: the next page, whose bytes must be fetched first;
 * - `end`: no more pages.
 */
export type CursorStep = SequencedPage | 'passed' | 'bytes' | 'end';

export interface PageCursor {
  /** The position before the next page. */
  position(): CursorPosition;
  /** True when the dictionary is held. */
  hasDictionary(): boolean;
  /** The position before the dictionary page, once it was met. */
  dictionaryPosition(): CursorPosition | undefined;
  /** The position before the data page that {@link step} returned last. */
  pagePosition(): CursorPosition;
  /** Takes the next page; passes over a data page where `passes` says that it is not needed. */
  step(passes: (header: PageHeader) => boolean): CursorStep;
  /** Fetches the bytes that {@link step} lacked. */
  fetch(): Promise<void>;
  /**
   * Jumps to the page that holds a row, by the offset index; returns the row that the page starts with. Undefined where
   * there is no such index, or a jump saves nothing. Rows up to `rowEnd` will be asked for.
   */
  seek(row: number, rowEnd: number): Waiting<number | undefined>;
  /** Drops the bytes that were read ahead, and the dictionary. */
  park(alsoDictionary: boolean): void;
  /** Returns to a position after {@link park}, with the dictionary that was there. */
  resume(position: CursorPosition): Waiting<void>;
  /** @throws ParquetError CORRUPT when the pages ended before the chunk's slots. */
  end(): void;
}

/** Bytes of an offset index once it is parsed, per stored byte: a location takes 8 bytes or more as stored. */
const indexExpansion = 16;

/** A cursor before the first page of a chunk. `dictionaryAt`: where another cursor met the dictionary page. */
export function createPageCursor(
  context: FileContext,
  location: ChunkLocation,
  options: PageCursorOptions,
  dictionaryAt?: CursorPosition,
): PageCursor {
  const { limits, source, dataEnd } = context;
  const { leaf, metaData, rowCount, at } = location;
  const { codec, budget, account, partial, signal, windowBytes } = options;
  const holdWindow = (byteLength: number): void => account.hold('window', byteLength);
  const shape = { source, limits, signal, statistics: false, dataEnd, partial, windowBytes, holdWindow };
  const stream = createPageStream(location, shape);
  const sequence = createPageSequence({
    ...context,
    column: leaf,
    codec,
    slotCount: metaData.numValues,
    uncompressedSize: metaData.totalUncompressedSize,
    at,
  });
  /** Where data pages should be, and which is the next; empty unless one was looked up. */
  let located: readonly PageLocation[] = [];
  let nextLocated = 0;
  let dictionaryPosition = dictionaryAt;
  const here = (): CursorPosition => ({
    offset: stream.position(),
    pageCount: sequence.pageCount,
    slotsSeen: sequence.slotsSeen,
    located: nextLocated,
  });
  let pagePosition = here();

  /** A page that was looked up, and those after it, must be what the offset index says. */
  const checkLocation = ({ header, headerSize, fileOffset }: StreamedHeader): void => {
    const expected = located[nextLocated];
    if (expected === undefined) return;
    const next = located[++nextLocated];
    const slots = dataHeaderOf(header)?.numValues;
    const rowsThere = (next?.firstRowIndex ?? rowCount) - expected.firstRowIndex;
    const size = headerSize + header.compressedPageSize;
    if (fileOffset === expected.offset && size === expected.compressedPageSize && slots === rowsThere) return;
    const said = `${rowsThere} rows in ${expected.compressedPageSize} bytes at ${expected.offset}`;
    const found = `${slots} in ${size} at ${fileOffset}`;
    throw new ParquetError('CORRUPT', `the offset index says ${said}, there are ${found}`, { ...at, fileOffset });
  };

  /** False where the bytes of the page must be fetched first. */
  const acceptDictionary = (streamed: StreamedHeader, position: CursorPosition): boolean => {
    const { header, fileOffset } = streamed;
    account.hold('dictionary', dictionaryPageBytes(header, leaf));
    const body = stream.take(streamed);
    if (body === undefined) return false;
    sequence.accept(header, body, fileOffset);
    dictionaryPosition = position;
    account.hold('dictionary', sequence.dictionary === undefined ? 0 : flatBytes(sequence.dictionary));
    return true;
  };

  const acceptData = (streamed: StreamedHeader, position: CursorPosition): CursorStep => {
    const { header, fileOffset } = streamed;
    account.hold('page', dataPageBytes(header, leaf, codec), () => describePage(header, leaf, codec));
    const body = stream.take(streamed);
    if (body === undefined) return 'bytes';
    checkLocation(streamed);
    pagePosition = position;
    return sequence.accept(header, body, fileOffset) ?? 'passed';
  };

  const passOver = (streamed: StreamedHeader): CursorStep => {
    stream.pass(streamed);
    sequence.pass(streamed.header, streamed.fileOffset);
    return 'passed';
  };

  const step = (passes: (header: PageHeader) => boolean): CursorStep => {
    const position = here();
    const streamed = stream.peek();
    if (streamed === undefined) return 'bytes';
    const { header } = streamed;
    if (isDictionaryPage(header)) return acceptDictionary(streamed, position) ? 'passed' : 'bytes';
    if (!isDataPage(header)) return passOver(streamed);
    if (!passes(header)) return acceptData(streamed, position);
    checkLocation(streamed);
    return passOver(streamed);
  };

  /** Takes what is before the data pages. False where these are not just what the index says: better count them. */
  const isAtFirst = function* (locations: readonly PageLocation[]): Waiting<boolean> {
    let end = locations[0]?.offset;
    for (const { offset, compressedPageSize } of locations) {
      if (offset !== end) return false;
      end = offset + compressedPageSize;
    }
    const first = locations[0]?.offset ?? 0;
    while (stream.position() < first) {
      const position = here();
      const streamed = stream.peek();
      if (streamed === undefined) yield stream.fetch();
      else if (isDataPage(streamed.header)) return false;
      else if (!isDictionaryPage(streamed.header)) passOver(streamed);
      else if (!acceptDictionary(streamed, position)) yield stream.fetch();
    }
    return stream.position() === first && end === location.end;
  };

  /** Reads the dictionary page at its position again. */
  const restoreDictionary = function* (position: CursorPosition): Waiting<void> {
    stream.seek(position.offset, location.end);
    sequence.seek(position.pageCount, position.slotsSeen);
    for (;;) {
      const streamed = stream.peek();
      if (streamed !== undefined && acceptDictionary(streamed, position)) return;
      yield stream.fetch();
    }
  };

  const inPage = (error: unknown): unknown => withPlace(error, { ...at, page: sequence.pageCount });

  return {
    position: here,
    hasDictionary: () => sequence.dictionary !== undefined,
    dictionaryPosition: () => dictionaryPosition,
    pagePosition: () => pagePosition,
    step: (passes) => {
      if (sequence.complete) return 'end';
      try {
        return step(passes);
      } catch (error) {
        throw inPage(error);
      }
    },
    fetch: async () => {
      try {
        await stream.fetch();
      } catch (error) {
        throw inPage(error);
      }
    },
    *seek(row, rowEnd) {
      const isSmall = location.end - stream.position() <= smallWindowBytes;
      if (leaf.maxRepetitionLevel > 0 || isSmall) return undefined;
      const indexBytes = indexExpansion * (location.chunk.offsetIndexLength ?? 0);
      // Without the index, the headers tell which pages to skip.
      if (indexBytes > budget.freeBytes / 2) return undefined;
      account.hold('index', indexBytes);
      let locations: readonly PageLocation[] = [];
      yield loadOffsetIndex(context, location, signal).then((index) => {
        locations = index?.pageLocations ?? [];
      });
      const target = locations.filter((page) => page.firstRowIndex <= row).length - 1;
      const page = locations[target];
      if (page === undefined || !(yield* isAtFirst(locations))) return undefined;
      // Two pages that start with the row: one of them has none, which its header alone says.
      if (locations[target - 1]?.firstRowIndex === page.firstRowIndex) return undefined;
      stream.seek(page.offset, locations.find((other) => other.firstRowIndex >= rowEnd)?.offset ?? location.end);
      sequence.seek(sequence.pageCount + target, page.firstRowIndex);
      located = locations;
      nextLocated = target;
      return page.firstRowIndex;
    },
    park: (alsoDictionary) => {
      stream.drop();
      account.hold('page', 0);
      if (!alsoDictionary || sequence.dictionary === undefined) return;
      sequence.dropDictionary();
      account.hold('dictionary', 0);
    },
    *resume(position) {
      const start = dictionaryPosition;
      if (start !== undefined && start.offset < position.offset && sequence.dictionary === undefined) {
        try {
          yield* restoreDictionary(start);
        } catch (error) {
          throw inPage(error);
        }
      }
      stream.seek(position.offset, location.end);
      sequence.seek(position.pageCount, position.slotsSeen);
      nextLocated = position.located;
    },
    end: () => sequence.end(),
  };
}

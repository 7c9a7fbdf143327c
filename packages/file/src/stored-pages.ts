/** Yields all pages of a chunk, either as stored, or with their checksums verified and their levels decoded. */
import { createPageSequence, type SequencedPage } from '@marquetry/column';
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';
import { dataPageInfo } from '@marquetry/page';
import type { ChunkLocation } from './chunk.js';
import { type FileContext, prepareCodec, prepareEncoding } from './context.js';
import { createMemoryBudget } from './memory-budget.js';
import { createPageStream } from './page-stream.js';
import type { StreamedHeader } from './streamed-pages.js';

/** A page as stored in the file, with its header. */
export interface StoredPage extends StreamedHeader {
  readonly location: ChunkLocation;
  /** The page header as stored. May alias the source. */
  readonly headerBytes: Uint8Array;
  /** The ordinal of the page in the chunk, counted from 0. Pages of all types count. */
  readonly ordinal: number;
  /** The page body as stored. May alias the source. */
  readonly body: Uint8Array;
}

/** A range of pages in a chunk, as file offsets. */
export interface PageRange {
  /** Offset of the first page's header. */
  readonly start: number;
  /** Pages that start at or after this offset are not included. */
  readonly end: number;
}

/**
 * Yields the pages of a chunk without decoding them, so their encodings and codec need not be registered.
 * @param within Yields only the pages in this range, and counts their ordinals from the first of them.
 */
export async function* storedPages(
  context: FileContext,
  location: ChunkLocation,
  signal?: AbortSignal,
  within?: PageRange,
): AsyncGenerator<StoredPage, void, undefined> {
  if (location.start === undefined) return;
  const { source, limits, verifyChecksums } = context;
  const account = createMemoryBudget(context, 1).open();
  const shape = { source, limits, signal, statistics: true, verifyChecksums, partial: false, account };
  const stream = createPageStream(location, shape);
  let slots = 0;
  if (within !== undefined) stream.seek(within.start, within.end);
  const goesOn = (): boolean =>
    within === undefined
      ? slots < location.metaData.numValues || stream.position() < location.end
      : stream.position() < within.end;
  for (let ordinal = 0; goesOn(); ) {
    const streamed = stream.peek();
    const whole = streamed && stream.takeWhole(streamed);
    if (streamed === undefined || whole === undefined) {
      await stream.fetch();
      continue;
    }
    slots += dataPageInfo(streamed.header)?.slotCount ?? 0;
    // Prepare the encoding, so that the page can be opened synchronously.
    if (isTurnDue()) await yieldToEventLoop(signal);
    yield { ...streamed, ...whole, location, ordinal };
    ordinal++;
  }
}

/**
 * A page as stored, and the opened data page, which is undefined for dictionary pages, index pages and pages of unknown
 * types.
 */
export interface OpenedPage {
  readonly stored: StoredPage;
  readonly data: SequencedPage | undefined;
}

/**
 * Yields the pages of a chunk, and opens its data pages.
 * @throws ParquetError CORRUPT if the pages have fewer slots than the footer states.
 */
export async function* openedPages(
  context: FileContext,
  location: ChunkLocation,
  signal?: AbortSignal,
): AsyncGenerator<OpenedPage, void, undefined> {
  const codec = await prepareCodec(context, location);
  const { metaData, leaf, at } = location;
  const sequence = createPageSequence({
    ...context,
    column: leaf,
    codec,
    slotCount: metaData.numValues,
    uncompressedSize: metaData.totalUncompressedSize,
    at,
  });
  for await (const stored of storedPages(context, location, signal)) {
    await prepareEncoding(context, stored.header);
    yield { stored, data: sequence.accept(stored.header, stored.body, stored.fileOffset) };
  }
  sequence.end();
}

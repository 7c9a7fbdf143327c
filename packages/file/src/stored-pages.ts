/**
 * Yields the stored pages of a chunk, of any kind, and opens them.
 */
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
  /** The header as stored. May alias the source. */
  readonly headerBytes: Uint8Array;
  /** The page's position in the chunk, counted from 0 over pages of every kind. */
  readonly ordinal: number;
  /** The body as stored. May alias the source. */
  readonly body: Uint8Array;
}

/** A range of pages of a chunk, as file offsets. */
export interface PageRange {
  /** Offset of the first page's header. */
  readonly start: number;
  /** Pages that start at this offset or after it are not included. */
  readonly end: number;
}

/**
 * Yields the pages of a chunk. Decodes nothing, so encodings and codecs may be unknown.
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
    // Encodings are prepared here, so that the caller can open the pages without waiting.
    if (isTurnDue()) await yieldToEventLoop(signal);
    yield { ...streamed, ...whole, location, ordinal };
    ordinal++;
  }
}

/** A stored page, and the opened page, which is undefined for dictionary, index and unknown pages. */
export interface OpenedPage {
  readonly stored: StoredPage;
  readonly data: SequencedPage | undefined;
}

/**
 * Opens the pages of a chunk, one after the other.
 * @throws ParquetError CORRUPT if slots are missing at the end.
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

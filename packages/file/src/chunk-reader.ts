/**
 * Reads one column chunk, rows at a time.
 */

import { type ColumnPiece, createPageSequence, createRowReader, type SequencedPage } from '@marquetry/column';
import { type Codec, ParquetError, withPlace } from '@marquetry/core';
import type { PageLocation } from '@marquetry/metadata';
import { dataHeaderOf, isDataPage, isDictionaryPage } from '@marquetry/page';
import type { ChunkLocation } from './chunk.js';
import type { FileContext } from './context.js';
import { loadOffsetIndex } from './page-index.js';
import { createPageStream, type StreamedHeader, smallWindowBytes } from './page-stream.js';

export interface ChunkReaderOptions {
  readonly codec: Codec | undefined;
  readonly spaced: boolean;
  readonly flat: boolean;
  /** As of the row reader. */
  readonly whole: boolean;
  /** True when not all rows will be asked for. */
  readonly partial: boolean;
  readonly signal?: AbortSignal | undefined;
  /** As of the page stream. */
  readonly windowBytes?: number | undefined;
}

export interface ChunkReader {
  /**
   * Passes over rows at the start of the chunk, reading as little as the page headers and indexes allow. Of the rest,
   * rows up to `end` will be asked for.
   */
  skipRows(count: number, end: number): Promise<void>;
  /** The next `count` rows. @throws ParquetError CORRUPT when the chunk has fewer. */
  readRows(count: number): Promise<ColumnPiece[]>;
}

export function createChunkReader(
  context: FileContext,
  location: ChunkLocation,
  options: ChunkReaderOptions,
): ChunkReader {
  const { limits, kernels, encodings, verifyChecksums, source, dataEnd } = context;
  const { leaf, metaData, rowCount, at } = location;
  const { codec, spaced, flat, whole, partial, signal, windowBytes } = options;
  const slotCount = metaData.numValues;
  const stream = createPageStream(location, {
    source,
    limits,
    signal,
    statistics: false,
    dataEnd,
    partial,
    windowBytes,
  });
  const sequence = createPageSequence({
    column: leaf,
    encodings,
    codec,
    slotCount,
    uncompressedSize: metaData.totalUncompressedSize,
    limits,
    kernels,
    at,
    verifyChecksums,
  });
  const rows = createRowReader({ column: leaf, kernels, limits, spaced, flat, whole });
  let rowsDone = 0;
  /** Where data pages should be, and which is the next; empty unless one was looked up. */
  let located: readonly PageLocation[] = [];
  let nextLocated = 0;

  /** Takes or passes over the next page; gives it when it is a data page that the request needs. */
  const step = async (): Promise<SequencedPage | undefined> => {
    const streamed = await stream.peek();
    const { header, fileOffset } = streamed;
    if (isDataPage(header)) checkLocation(streamed);
    const passed = isDataPage(header) ? rows.passes(header) : !isDictionaryPage(header);
    if (!passed) return sequence.accept(header, await stream.take(streamed), fileOffset);
    stream.pass(streamed);
    sequence.pass(header, fileOffset);
    return undefined;
  };

  /** The next data page that the request cannot pass over; undefined behind the last. */
  const nextPage = async (): Promise<SequencedPage | undefined> => {
    while (!sequence.complete) {
      try {
        const page = await step();
        if (page !== undefined) return page;
      } catch (error) {
        throw withPlace(error, { ...at, page: sequence.pageCount });
      }
    }
    return undefined;
  };

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

  const filled = (): boolean => {
    try {
      return rows.fill();
    } catch (error) {
      throw withPlace(error, at);
    }
  };

  const serve = async (count: number, skip: boolean): Promise<ColumnPiece[]> => {
    const last = rowsDone + count >= rowCount;
    // The last request takes all that is left, so that surplus rows show.
    rows.begin(last ? Number.POSITIVE_INFINITY : count, { skip, expectedSlots: expectedSlots(count) });
    while (!filled()) {
      const page = await nextPage();
      if (page === undefined) break;
      rows.supply(page);
    }
    if (rows.rows !== count) {
      const found = `${rowsDone + rows.rows}${last ? '' : ' or fewer'}`;
      throw new ParquetError('CORRUPT', `the pages hold ${found} rows, the row group has ${rowCount}`, at);
    }
    if (last) sequence.end();
    rowsDone += count;
    return rows.finish();
  };
  const expectedSlots = (count: number): number => (rowCount === 0 ? 0 : Math.ceil((slotCount * count) / rowCount));

  /**
   * Jumps to the page that holds a row, by the offset index. Only where rows are slots: the counts must stay right.
   * Pages that are read are held to the index; what it says of those before is trusted.
   */
  const seek = async (row: number, rowEnd: number): Promise<void> => {
    const isSmall = location.end - stream.position <= smallWindowBytes;
    if (rowsDone > 0 || leaf.maxRepetitionLevel > 0 || isSmall) return;
    const locations = (await loadOffsetIndex(context, location, signal))?.pageLocations ?? [];
    const target = locations.filter((page) => page.firstRowIndex <= row).length - 1;
    const page = locations[target];
    if (page === undefined || !(await isAtFirst(locations))) return;
    stream.seek(page.offset, locations.find((other) => other.firstRowIndex >= rowEnd)?.offset ?? location.end);
    sequence.seek(sequence.pageCount + target, page.firstRowIndex);
    rowsDone = page.firstRowIndex;
    located = locations;
    nextLocated = target;
  };

  /** Takes what is in front of the data pages. False where these are not just what the index says: better count them. */
  const isAtFirst = async (locations: readonly PageLocation[]): Promise<boolean> => {
    let end = locations[0]?.offset;
    for (const { offset, compressedPageSize } of locations) {
      if (offset !== end) return false;
      end = offset + compressedPageSize;
    }
    const first = locations[0]?.offset ?? 0;
    while (stream.position < first) {
      const streamed = await stream.peek();
      if (isDataPage(streamed.header)) return false;
      sequence.accept(streamed.header, await stream.take(streamed), streamed.fileOffset);
    }
    return stream.position === first && end === location.end;
  };

  return {
    skipRows: async (count, end) => {
      if (count === 0) return;
      await seek(count, end);
      if (rowsDone < count) await serve(count - rowsDone, true);
    },
    readRows: (count) => serve(count, false),
  };
}

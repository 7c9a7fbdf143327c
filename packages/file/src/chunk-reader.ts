/**
 * Reads one column chunk, rows at a time.
 */

import { type ColumnPiece, createPageSequence, createRowReader, type SequencedPage } from '@marquetry/column';
import { type Codec, ParquetError } from '@marquetry/core';
import { isDataPage } from '@marquetry/page';
import { isFlat } from '@marquetry/schema';
import type { ChunkLocation } from './chunk.js';
import type { FileContext } from './context.js';
import { loadOffsetIndex } from './page-index.js';
import { createPageStream } from './page-stream.js';

export interface ChunkReaderOptions {
  readonly codec: Codec | undefined;
  readonly spaced: boolean;
  readonly flat: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface ChunkReader {
  /** Passes over rows at the start of the chunk, reading as little as the page headers and indexes allow. */
  skipRows(count: number): Promise<void>;
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
  const { codec, spaced, flat, signal } = options;
  const slotCount = metaData.numValues;
  const stream = createPageStream(location, { source, limits, signal, statistics: false, dataEnd });
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
  const rows = createRowReader({ column: leaf, kernels, limits, spaced, flat });
  let rowsDone = 0;

  /** The next data page that the request cannot pass over; undefined behind the last. */
  const nextPage = async (): Promise<SequencedPage | undefined> => {
    while (!sequence.complete) {
      const streamed = await stream.peek();
      const { header, fileOffset } = streamed;
      if (isDataPage(header) && rows.passes(header)) {
        stream.pass(streamed);
        sequence.pass(header, fileOffset);
        continue;
      }
      const page = sequence.accept(header, await stream.take(streamed), fileOffset);
      if (page !== undefined) return page;
    }
    return undefined;
  };

  const serve = async (count: number, skip: boolean): Promise<ColumnPiece[]> => {
    const last = rowsDone + count >= rowCount;
    // The last request takes all that is left, so that surplus rows show.
    rows.begin(last ? Number.POSITIVE_INFINITY : count, { skip, expectedSlots: expectedSlots(count) });
    while (!rows.fill()) {
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

  /** Jumps to the page that holds a row, by the offset index. Only where rows are slots: the counts must stay right. */
  const seek = async (row: number): Promise<void> => {
    if (rowsDone > 0 || !isFlat(leaf)) return;
    const locations = (await loadOffsetIndex(context, location, signal))?.pageLocations ?? [];
    const target = locations.filter((page) => page.firstRowIndex <= row).length - 1;
    const [first] = locations;
    const page = locations[target];
    if (first === undefined || page === undefined || target <= 0) return;
    while (stream.position < first.offset) {
      const streamed = await stream.peek();
      if (isDataPage(streamed.header)) return;
      sequence.accept(streamed.header, await stream.take(streamed), streamed.fileOffset);
    }
    stream.seek(page.offset);
    const { header } = await stream.peek();
    const slots = (header.dataPageHeader ?? header.dataPageHeaderV2)?.numValues;
    const end = locations[target + 1]?.firstRowIndex ?? rowCount;
    if (slots !== end - page.firstRowIndex) {
      const what = `the offset index gives page ${target} ${end - page.firstRowIndex} rows, its header ${slots}`;
      throw new ParquetError('CORRUPT', what, { ...at, fileOffset: page.offset });
    }
    sequence.seek(sequence.pageCount + target, page.firstRowIndex);
    rowsDone = page.firstRowIndex;
  };

  return {
    skipRows: async (count) => {
      if (count === 0) return;
      await seek(count);
      if (rowsDone < count) await serve(count - rowsDone, true);
    },
    readRows: (count) => serve(count, false),
  };
}

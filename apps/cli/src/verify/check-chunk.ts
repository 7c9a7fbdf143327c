/**
 * Decodes a column chunk, and holds the footer to what is in it.
 */
import { createPageSequence, type PageSequence } from '@marquetry/column';
import { CodecId, type ErrorPlace } from '@marquetry/core';
import type { ChunkLocation, ParquetFile, StoredPage } from '@marquetry/file';
import { type DataPage, dataHeaderOf, isDataPage, isDictionaryPage } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';
import { joinRanges, type Order, orderOf, type Range, rangeOf } from '../bounds/order.js';
import { boundsOf } from '../bounds/stored-bounds.js';
import type { Context } from '../commands/context.js';
import { checkIndexes } from './check-indexes.js';
import { checkBounds, checkNullCount } from './check-statistics.js';
import { contradiction, faultOf, type Report } from './fault.js';
import type { PageContent, PageFacts } from './page-facts.js';

/** What is gathered while the pages of a chunk go by. */
interface Progress {
  readonly pages: PageFacts[];
  pageCount: number;
  /** Bytes of all pages, headers included. */
  storedBytes: number;
  /** Bytes of the dictionary page's header. */
  dictionaryHeaderBytes: number;
  /** False once a page could not be read: totals then mean nothing. */
  whole: boolean;
}

/** Resolves to the pages met, of every kind. */
export async function checkChunk(
  file: ParquetFile,
  rowGroup: number,
  leaf: LeafNode,
  context: Context,
  report: Report,
): Promise<number> {
  const { signal, pause } = context;
  const gathered: Progress = { pages: [], pageCount: 0, storedBytes: 0, dictionaryHeaderBytes: 0, whole: true };
  const fail = (error: unknown): void => {
    report(faultOf(error));
    gathered.whole = false;
  };
  let location: ChunkLocation;
  let sequence: PageSequence;
  try {
    location = file.chunk({ rowGroup, column: leaf });
    sequence = await openSequence(location, context);
  } catch (error) {
    fail(error);
    return 0;
  }
  const order = orderOf(leaf);
  try {
    for await (const stored of file.pages({ rowGroup, column: leaf }, signal)) {
      gathered.pageCount++;
      gathered.storedBytes += stored.headerSize + stored.header.compressedPageSize;
      if (isDictionaryPage(stored.header)) gathered.dictionaryHeaderBytes = stored.headerSize;
      const at = { ...location.at, page: stored.ordinal, fileOffset: stored.fileOffset };
      let content: PageContent | undefined;
      try {
        const accepted = sequence.accept(stored.header, stored.body, stored.fileOffset);
        if (accepted !== undefined) content = await readPage(accepted.page, order, pause);
      } catch (error) {
        fail(error);
        // Without their dictionary, all further pages would fail for the same reason.
        if (isDictionaryPage(stored.header)) return gathered.pageCount;
      }
      if (isDataPage(stored.header)) gathered.pages.push(factsOf(stored, at, content));
      if (content !== undefined) checkPageStatistics(file, stored, content, order, at, report);
      await pause();
    }
    sequence.end();
  } catch (error) {
    // Pages cannot be found any more.
    fail(error);
    return gathered.pageCount;
  }
  checkFooter(file, location, gathered, order, report);
  await checkIndexes({ file, rowGroup, leaf, order, pages: gathered.pages, signal }, report);
  return gathered.pageCount;
}

async function openSequence(location: ChunkLocation, { plugIns }: Context): Promise<PageSequence> {
  const { leaf, metaData, at } = location;
  const { encodings, codecs } = plugIns;
  const codec = metaData.codec === CodecId.UNCOMPRESSED ? undefined : codecs.resolve(metaData.codec);
  await codec?.prepare?.();
  return createPageSequence({
    column: leaf,
    encodings,
    codec,
    slotCount: metaData.numValues,
    uncompressedSize: metaData.totalUncompressedSize,
    at,
  });
}

/** Values decoded at once: what a few bytes expand to must not have to fit memory. */
const valuesAtOnce = 2 ** 16;

async function readPage(page: DataPage, order: Order | undefined, pause: () => Promise<void>): Promise<PageContent> {
  const { slotCount, rowCount, nulls } = page;
  const decoder = page.values();
  let range: Range | undefined;
  while (decoder.remaining > 0) {
    const values = decoder.read(Math.min(decoder.remaining, valuesAtOnce));
    if (order !== undefined) range = joinRanges(order, range, rangeOf(order, values));
    await pause();
  }
  return { slotCount, nullCount: nulls.nullCount, rowCount, range };
}

function factsOf({ header, headerSize, fileOffset }: StoredPage, at: ErrorPlace, content?: PageContent): PageFacts {
  const facts = { at, fileOffset, byteLength: headerSize + header.compressedPageSize };
  return content === undefined ? facts : { ...facts, content };
}

function checkPageStatistics(
  file: ParquetFile,
  { header, location: { leaf } }: StoredPage,
  content: PageContent,
  order: Order | undefined,
  at: ErrorPlace,
  report: Report,
): void {
  const statistics = dataHeaderOf(header)?.statistics;
  if (statistics === undefined) return;
  const where = 'the page header';
  if (leaf.maxRepetitionLevel === 0) checkNullCount(statistics, content.nullCount, where, at, report);
  if (order !== undefined) checkBounds(order, boundsOf(file, leaf, statistics), content.range, where, at, report);
}

/** The footer's counts, sizes and statistics of a chunk. */
function checkFooter(
  file: ParquetFile,
  location: ChunkLocation,
  gathered: Progress,
  order: Order | undefined,
  report: Report,
): void {
  const { leaf, metaData, rowCount, at } = location;
  const { pages, storedBytes, dictionaryHeaderBytes, whole } = gathered;
  const stated = metaData.totalCompressedSize;
  // Some writers leave out the header of the dictionary page (PARQUET-816).
  if (stated !== storedBytes && stated !== storedBytes - dictionaryHeaderBytes) {
    report(contradiction(`the footer states ${stated} bytes of pages, they have ${storedBytes}`, at));
  }
  if (!whole) return;
  let rows = 0;
  let nulls = 0;
  let range: Range | undefined;
  for (const { content } of pages) {
    rows += content?.rowCount ?? 0;
    nulls += content?.nullCount ?? 0;
    if (order !== undefined) range = joinRanges(order, range, content?.range);
  }
  if (rows !== rowCount) report(contradiction(`the pages hold ${rows} rows, the row group ${rowCount}`, at));
  const where = 'the footer';
  if (leaf.maxRepetitionLevel === 0) checkNullCount(metaData.statistics, nulls, where, at, report);
  if (order !== undefined) checkBounds(order, boundsOf(file, leaf, metaData.statistics), range, where, at, report);
}

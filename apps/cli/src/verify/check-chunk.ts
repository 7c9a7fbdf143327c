/**
 * Decodes a column chunk, and holds the footer and the indexes to what is in it.
 */
import { createPageSequence, type PageSequence } from '@marquetry/column';
import { type Codec, CodecId, type ErrorPlace, withPlace } from '@marquetry/core';
import type { ChunkLocation, ParquetFile, StoredPage } from '@marquetry/file';
import { type DataPage, dataHeaderOf, isDataPage, isDictionaryPage } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';
import { createWidenRange, orderOf, type WidenRange } from '../bounds/order.js';
import { boundsOf, hasOrder } from '../bounds/stored-bounds.js';
import type { Range } from '../bounds/value-order.js';
import type { Context } from '../context.js';
import { checkIndexes, type Indexes, readIndexes } from './check-indexes.js';
import { checkBounds, checkNullCount, type StatedBounds } from './check-statistics.js';
import { contradiction, type Fault, faultOf, type Report } from './fault.js';
import type { PageContent, PageFacts } from './page-facts.js';

/** What is gathered while the pages of a chunk go by. */
interface Gathered {
  /** Data pages. */
  readonly pages: PageFacts[];
  /** Pages of every kind. */
  pageCount: number;
  /** Bytes of all pages, headers included. */
  storedBytes: number;
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
  const address = { rowGroup, column: leaf };
  const gathered: Gathered = { pages: [], pageCount: 0, storedBytes: 0, dictionaryHeaderBytes: 0, whole: true };
  try {
    const location = file.chunk(address);
    const sequence = openSequence(location, await prepareCodec(location, context), context);
    const indexes = await readIndexes(file, address, context.signal, report);
    const complete = await readPages({ file, location, sequence, indexes, gathered, context, report });
    if (!complete) return gathered.pageCount;
    sequence.end();
    checkFooter(location, gathered, report);
    const order = hasOrder(file, leaf) ? orderOf(leaf) : undefined;
    checkIndexes({ leaf, at: location.at, pages: gathered.pages }, indexes, order, report);
  } catch (error) {
    // The chunk cannot be read, or its pages cannot be found any more.
    report(faultOf(error));
  }
  return gathered.pageCount;
}

async function prepareCodec({ metaData, at }: ChunkLocation, { plugIns }: Context): Promise<Codec | undefined> {
  if (metaData.codec === CodecId.UNCOMPRESSED) return undefined;
  try {
    const codec = plugIns.codecs.resolve(metaData.codec);
    await codec.prepare?.();
    return codec;
  } catch (error) {
    throw withPlace(error, at);
  }
}

function openSequence(location: ChunkLocation, codec: Codec | undefined, { plugIns }: Context): PageSequence {
  const { leaf, metaData, at } = location;
  return createPageSequence({
    column: leaf,
    encodings: plugIns.encodings,
    codec,
    slotCount: metaData.numValues,
    uncompressedSize: metaData.totalUncompressedSize,
    at,
  });
}

interface Reading {
  readonly file: ParquetFile;
  readonly location: ChunkLocation;
  readonly sequence: PageSequence;
  readonly indexes: Indexes;
  readonly gathered: Gathered;
  readonly context: Context;
  readonly report: Report;
}

/** Decodes the pages, and goes on behind broken ones. False when the rest would fail for a reason already told. */
async function readPages(reading: Reading): Promise<boolean> {
  const { file, location, sequence, gathered, context, report } = reading;
  const { leaf, rowGroup } = location;
  const order = orderOf(leaf);
  const widen = order === undefined ? undefined : createWidenRange(order);
  // One fault a chunk says it of all its pages.
  let footerHolds = true;
  for await (const stored of file.pages({ rowGroup, column: leaf }, context.signal)) {
    const { header, headerSize, ordinal, fileOffset } = stored;
    const byteLength = headerSize + header.compressedPageSize;
    const at = { ...location.at, page: ordinal, fileOffset };
    gathered.pageCount++;
    gathered.storedBytes += byteLength;
    if (isDictionaryPage(header)) gathered.dictionaryHeaderBytes = headerSize;
    let content: PageContent | undefined;
    try {
      const accepted = sequence.accept(header, stored.body, fileOffset);
      if (accepted !== undefined) {
        const stated = statedBounds(reading, stored).filter(({ where }) => footerHolds || where !== footer);
        const { page } = accepted;
        const range = await decode(page, stated.length > 0 ? widen : undefined, context.pause);
        content = { slotCount: page.slotCount, nullCount: page.nulls.nullCount, rowCount: page.rowCount };
        for (const bounds of stated) {
          const holds = order === undefined || checkBounds(order, bounds, range, at, report);
          if (bounds.where === footer) footerHolds = holds;
        }
        checkHeaderNulls(stored, content, at, report);
      }
    } catch (error) {
      const fault: Fault = faultOf(error);
      report(fault);
      gathered.whole = false;
      // Without their dictionary, all further pages would fail.
      if (isDictionaryPage(header)) return false;
    }
    if (isDataPage(header)) {
      const facts = { at, fileOffset, byteLength };
      gathered.pages.push(content === undefined ? facts : { ...facts, content });
    }
    await context.pause();
  }
  return true;
}

const pageHeader = 'the page header';
const footer = 'the footer';

/** The bounds that apply to the next data page. */
function statedBounds({ file, location, indexes, gathered }: Reading, { header }: StoredPage): readonly StatedBounds[] {
  const { leaf, metaData } = location;
  const index = gathered.pages.length;
  const all: StatedBounds[] = [
    { where: pageHeader, ...boundsOf(file, leaf, dataHeaderOf(header)?.statistics) },
    { where: footer, ...boundsOf(file, leaf, metaData.statistics) },
  ];
  const { bounds } = indexes;
  if (bounds !== undefined && bounds.nullPages[index] === false && hasOrder(file, leaf)) {
    all.push({ where: 'the column index', min: bounds.minValues[index], max: bounds.maxValues[index] });
  }
  return all.filter(({ min, max }) => min !== undefined || max !== undefined);
}

/** Values decoded at once: what a few bytes expand to must not have to fit memory. */
const valuesAtOnce = 2 ** 16;

/** Decodes all values of a page; gives their range where one is asked for. */
async function decode(
  page: DataPage,
  widen: WidenRange | undefined,
  pause: () => Promise<void>,
): Promise<Range | undefined> {
  const decoder = page.values();
  let range: Range | undefined;
  while (decoder.remaining > 0) {
    const values = decoder.read(Math.min(decoder.remaining, valuesAtOnce));
    if (widen !== undefined) range = widen(range, values);
    await pause();
  }
  return range;
}

function checkHeaderNulls(
  { header, location }: StoredPage,
  content: PageContent,
  at: ErrorPlace,
  report: Report,
): void {
  if (location.leaf.maxRepetitionLevel > 0) return;
  checkNullCount(dataHeaderOf(header)?.statistics, content.nullCount, pageHeader, at, report);
}

/** The footer's sizes and counts of a chunk. */
function checkFooter({ leaf, metaData, rowCount, at }: ChunkLocation, gathered: Gathered, report: Report): void {
  const { pages, storedBytes, dictionaryHeaderBytes, whole } = gathered;
  const stated = metaData.totalCompressedSize;
  // Some writers leave out the header of the dictionary page (PARQUET-816).
  if (stated !== storedBytes && stated !== storedBytes - dictionaryHeaderBytes) {
    report(contradiction(`the footer states ${stated} bytes of pages, they have ${storedBytes}`, at));
  }
  if (!whole) return;
  let rows = 0;
  let nulls = 0;
  for (const { content } of pages) {
    rows += content?.rowCount ?? 0;
    nulls += content?.nullCount ?? 0;
  }
  if (rows !== rowCount) report(contradiction(`the pages hold ${rows} rows, the row group ${rowCount}`, at));
  if (leaf.maxRepetitionLevel === 0) checkNullCount(metaData.statistics, nulls, footer, at, report);
}

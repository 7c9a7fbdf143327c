/** Decodes a column chunk, and compares its pages with the footer and the indexes. */
import { createPageSequence, type PageSequence } from '@marquetry/column';
import {
  type Codec,
  CodecId,
  EncodingId,
  type ErrorPlace,
  isParquetError,
  type Limits,
  type Values,
  withPlace,
} from '@marquetry/core';
import type { ChunkLocation, ParquetFile, StoredPage } from '@marquetry/file';
import { type BoundsReader, createBoundsReader, orderOf, type StoredBounds } from '@marquetry/logical';
import { type DataPage, dataPageInfo, isDataPage, isDictionaryPage } from '@marquetry/page';
import type { LeafNode } from '@marquetry/schema';
import type { Context } from '../context.js';
import { type BloomCheck, createBloomCheck } from './check-bloom.js';
import { createGeometryCheck, type GeometryCheck } from './check-geometries.js';
import { checkIndexes, type Indexes, readIndexes } from './check-indexes.js';
import { checkBounds, checkNanCount, checkNullCount, type StatedBounds } from './check-statistics.js';
import { contradiction, type Fault, faultOf, type Report } from './fault.js';
import { createPageBounds } from './page-bounds.js';
import type { PageContent, PageFacts } from './page-facts.js';

/** Facts that are collected while the pages of a chunk are read. */
interface Gathered {
  /** Facts about the data pages of the chunk. */
  readonly pages: PageFacts[];
  /** The number of pages read so far, including dictionary and index pages. */
  pageCount: number;
  /** Bytes of all pages, including headers. */
  storedBytes: number;
  dictionaryHeaderBytes: number;
  /** The number of pages whose only values are NaNs. */
  nanPages: number;
  /** The number of pages with a value other than NaN. */
  otherPages: number;
  /** False after a page that could not be read. Row, null and NaN counts are then not compared with the footer. */
  whole: boolean;
}

/** Checks one column chunk. Resolves to the number of pages read, including dictionary and index pages. */
export async function checkChunk(
  file: ParquetFile,
  rowGroup: number,
  leaf: LeafNode,
  context: Context,
  report: Report,
): Promise<number> {
  const address = { rowGroup, column: leaf };
  const gathered: Gathered = {
    pages: [],
    pageCount: 0,
    storedBytes: 0,
    dictionaryHeaderBytes: 0,
    nanPages: 0,
    otherPages: 0,
    whole: true,
  };
  try {
    const location = file.chunk(address);
    const sequence = openSequence(location, await prepareCodec(location, context), verifyLimits(file.limits), context);
    const indexes = await readIndexes(file, address, context.signal, report);
    const bounds = createBoundsReader(leaf, file.metadata);
    const bloom = await createBloomCheck(file, location, context.signal, report);
    const geometries = await createGeometryCheck(location, report);
    const checks = [bloom, geometries].filter((check) => check !== undefined);
    const complete = await readPages({ file, location, sequence, indexes, bounds, checks, gathered, context, report });
    if (!complete) return gathered.pageCount;
    sequence.end();
    checkFooter(location, bounds, gathered, report);
    checkIndexes({ leaf, at: location.at, pages: gathered.pages }, indexes, bounds.order, report);
  } catch (error) {
    // Report that the chunk cannot be read, or that its next page cannot be found.
    report(faultOf(error));
  }
  return gathered.pageCount;
}

/**
 * Prepares the encoding of a page, because some encodings load code before they decode. For a dictionary page, which is
 * always PLAIN-encoded, prepares PLAIN.
 */
async function prepareEncoding(header: StoredPage['header'], { plugIns }: Context): Promise<void> {
  await plugIns.encodings.find(dataPageInfo(header)?.encoding ?? EncodingId.PLAIN)?.prepare?.();
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

/**
 * Returns limits that allow only a part of `limits.memoryBytes` for the values decoded at once, because the page itself
 * is in memory as well.
 */
function verifyLimits(limits: Limits): Limits {
  return { ...limits, decodedBytes: Math.min(limits.decodedBytes, Math.floor(limits.memoryBytes / 8)) };
}

function openSequence(
  location: ChunkLocation,
  codec: Codec | undefined,
  limits: Limits,
  { plugIns }: Context,
): PageSequence {
  const { leaf, metaData, at } = location;
  return createPageSequence({
    column: leaf,
    encodings: plugIns.encodings,
    codec,
    limits,
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
  readonly bounds: BoundsReader;
  /** The checks that receive every value of the chunk. */
  readonly checks: readonly (BloomCheck | GeometryCheck)[];
  readonly gathered: Gathered;
  readonly context: Context;
  readonly report: Report;
}

/**
 * Decodes the pages of a chunk, and continues after an invalid page. Resolves to false if it stopped early because all
 * further pages would fail for a reason that has already been reported.
 */
async function readPages(reading: Reading): Promise<boolean> {
  const { file, location, sequence, gathered, checks, context, report } = reading;
  const { leaf, rowGroup } = location;
  // Count NaNs in TYPE_ORDER even if the footer states no order: the number of NaNs is the same in every order.
  const typeOrder = orderOf(leaf, 'TYPE_ORDER');
  const nanOrder = typeOrder?.hasNans === true ? typeOrder : undefined;
  // Report at most one violation of the footer's bounds per chunk.
  let footerHolds = true;
  for await (const stored of file.pages({ rowGroup, column: leaf }, context.signal)) {
    const { byteLength, header, headerSize, ordinal, fileOffset } = stored;
    const at = { ...location.at, page: ordinal, fileOffset };
    gathered.pageCount++;
    gathered.storedBytes += byteLength;
    if (isDictionaryPage(header)) gathered.dictionaryHeaderBytes = headerSize;
    let content: PageContent | undefined;
    try {
      await prepareEncoding(header, context);
      const accepted = sequence.accept(header, stored.body, fileOffset);
      if (accepted !== undefined) {
        const stated = statedBounds(reading, stored).filter(({ where }) => footerHolds || where !== footer);
        const { page } = accepted;
        const nans = statesNans(reading, stored) ? nanOrder : undefined;
        const orders = stated.map(({ bounds }) => bounds.order);
        const actual = createPageBounds(nans === undefined ? orders : [...orders, nans]);
        const add = (values: Values): void => {
          actual.add(values);
          for (const check of checks) check.add(values, at);
        };
        await decode(page, add, context.pause);
        const nanCount = nans === undefined ? undefined : actual.in(nans).nanCount;
        content = { slotCount: page.slotCount, nullCount: page.nulls.nullCount, nanCount, rowCount: page.rowCount };
        for (const claim of stated) {
          const found = actual.in(claim.bounds.order);
          const holds = checkBounds(claim, found, at, report);
          if (claim.where !== footer) continue;
          footerHolds = holds;
          if (found.onlyNans === true) gathered.nanPages++;
          else if (found.min !== undefined) gathered.otherPages++;
        }
        checkHeaderCounts(stored, content, at, report);
      }
    } catch (error) {
      const fault: Fault = faultOf(error);
      report(fault);
      gathered.whole = false;
      // Without the dictionary, all further pages would fail.
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
const columnIndex = 'the column index';

/**
 * Returns all bounds that the file states for the next data page: in its header, in the footer and in the column index.
 */
function statedBounds({ location, indexes, bounds, gathered }: Reading, { header }: StoredPage): StatedBounds[] {
  const stated: StatedBounds[] = [];
  const add = (where: string, found: StoredBounds | undefined): void => {
    if (found !== undefined) stated.push({ where, ofChunk: where === footer, bounds: found });
  };
  add(pageHeader, bounds.ofStatistics(dataPageInfo(header)?.statistics));
  add(footer, bounds.ofStatistics(location.metaData.statistics));
  if (indexes.bounds !== undefined) add(columnIndex, bounds.ofIndexedPage(indexes.bounds, gathered.pages.length));
  return stated;
}

/** True if the page header, the footer or the column index states a NaN count for the page or the chunk. */
function statesNans({ location, indexes }: Reading, { header }: StoredPage): boolean {
  const { statistics } = location.metaData;
  const ofPage = dataPageInfo(header)?.statistics;
  return [statistics?.nanCount, ofPage?.nanCount, indexes.bounds?.nanCounts].some((stated) => stated !== undefined);
}

/**
 * Initial number of values to decode at a time. It is limited because a few bytes may expand to more values than fit in
 * memory.
 */
const valuesAtOnce = 2 ** 16;

/**
 * Decodes all values of a page, {@link valuesAtOnce} at a time, or fewer if that many would exceed
 * `limits.decodedBytes`.
 */
async function decode(page: DataPage, add: (values: Values) => void, pause: () => Promise<void>): Promise<void> {
  let decoder = page.values();
  let most = valuesAtOnce;
  let done = 0;
  while (decoder.remaining > 0) {
    const count = Math.min(decoder.remaining, most);
    try {
      add(decoder.read(count));
      done += count;
    } catch (error) {
      if (!isParquetError(error) || error.code !== 'LIMIT' || count === 1) throw error;
      // A decoder cannot be used after it has thrown, so create a new one and skip to the same value.
      most = Math.max(1, count >> 3);
      decoder = page.values();
      decoder.skip(done);
    }
    await pause();
  }
}

function checkHeaderCounts(
  { header, location }: StoredPage,
  { nullCount, nanCount }: PageContent,
  at: ErrorPlace,
  report: Report,
): void {
  const statistics = dataPageInfo(header)?.statistics;
  if (nanCount !== undefined) checkNanCount(statistics?.nanCount, nanCount, pageHeader, at, report);
  if (location.leaf.maxRepetitionLevel === 0) checkNullCount(statistics, nullCount, pageHeader, at, report);
}

/** Compares the sizes and counts in the footer with those of the chunk's pages. */
function checkFooter(
  { leaf, metaData, rowCount, at }: ChunkLocation,
  bounds: BoundsReader,
  gathered: Gathered,
  report: Report,
): void {
  const { pages, storedBytes, dictionaryHeaderBytes, nanPages, otherPages, whole } = gathered;
  const stated = metaData.totalCompressedSize;
  // Some writers do not count the header of the dictionary page (PARQUET-816).
  if (stated !== storedBytes && stated !== storedBytes - dictionaryHeaderBytes) {
    report(contradiction(`the footer states ${stated} bytes of pages, but the pages have ${storedBytes}`, at));
  }
  if (!whole) return;
  let rows = 0;
  let nulls = 0;
  let nans: number | undefined;
  for (const { content } of pages) {
    rows += content?.rowCount ?? 0;
    nulls += content?.nullCount ?? 0;
    if (content?.nanCount !== undefined) nans = (nans ?? 0) + content.nanCount;
  }
  if (nans !== undefined) checkNanCount(metaData.statistics?.nanCount, nans, footer, at, report);
  if (rows !== rowCount) report(contradiction(`the pages have ${rows} rows, but the row group has ${rowCount}`, at));
  if (leaf.maxRepetitionLevel === 0) checkNullCount(metaData.statistics, nulls, footer, at, report);
  const claim = bounds.ofStatistics(metaData.statistics);
  if (nanPages > 0 && otherPages === 0 && claim !== undefined && !statesNan(claim)) {
    report(contradiction('all values are NaN, but the bounds in the footer are not NaN', at));
  }
}

function statesNan({ order, min, max }: StoredBounds): boolean {
  return [min, max].some((bound) => bound !== undefined && order.accepts(bound.bytes) && order.isNan(bound.bytes));
}

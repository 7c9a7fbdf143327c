/**
 * Writes a column chunk: values to pages, with a dictionary, statistics, indexes and a Bloom filter.
 *
 *   batch -> checks -> stretches, a page each -> levels, values -> pages (kept: the dictionary page goes first)
 */
import { javascriptKernels } from '@marquetry/bit-io';
import { createBloomBuilder } from '@marquetry/bloom-filter';
import { flatten } from '@marquetry/column';
import {
  CodecId,
  type DictionaryValues,
  defaultLimits,
  EncodingId,
  type FlatValues,
  ParquetError,
  sliceValues,
  withPlace,
} from '@marquetry/core';
import type { ColumnMetaData } from '@marquetry/metadata';
import { type WrittenPage, writeDataPage, writeDictionaryPage } from '@marquetry/page';
import { formatPath } from '@marquetry/schema';
import { boundsFormatOf } from './bounds-format.js';
import { encodingStatsOf, encodingsOf, type MadePage, offsetIndexOf } from './chunk-layout.js';
import { chunkBounds, columnIndexOf, sizeStatisticsOf, statisticsOf } from './chunk-statistics.js';
import { type ChunkWriterOptions, pageBoundsOf } from './options.js';
import { nextStretch } from './page-cuts.js';
import { measurePage, type PageContent } from './page-statistics.js';
import { createPendingRows, levelsFor, sliceNulls } from './pending-rows.js';
import { createBatchCheck } from './validate/check-batch.js';
import { type AtHand, createValueWriter } from './value-writer.js';
import type { WriteBatch } from './write-batch.js';
import type { WrittenChunk } from './written-chunk.js';

export interface ChunkWriter {
  /** Rows written so far. */
  readonly rowCount: number;
  /** Bytes held: finished pages, dictionary, values of the page to come. */
  readonly bufferedBytes: number;
  /**
   * Adds whole rows. Everything is checked before anything is taken.
   * @throws ParquetError INVALID_ARGUMENT, naming column and row, for values that do not fit the column.
   */
  write(batch: WriteBatch): void;
  /** The chunk. The writer is spent. */
  finish(): WrittenChunk;
}

/** See {@link ChunkWriter}. @throws ParquetError INVALID_ARGUMENT or UNSUPPORTED for options that cannot be. */
export function createChunkWriter(options: ChunkWriterOptions): ChunkWriter {
  const { leaf, encodings, codec, pageVersion = 1, checksums = true, statistics = true, levelEncoding } = options;
  const kernels = options.kernels ?? javascriptKernels;
  const limits = options.limits ?? defaultLimits;
  const { pageBytes, pageRows } = pageBoundsOf(options);
  if (codec !== undefined && codec.compress === undefined) {
    throw new ParquetError('UNSUPPORTED', `codec ${codec.name} (${codec.id}) is read-only here`);
  }
  const pageIndex = statistics && (options.pageIndex ?? true);
  const bounds = boundsFormatOf(options);
  const column = formatPath(leaf.path);
  const check = createBatchCheck(leaf);
  const writer = createValueWriter(options, kernels, limits);
  const pending = createPendingRows(leaf, kernels, limits);
  const wantsBloom = options.bloomFilter !== undefined && options.bloomFilter !== false;
  const bloom = wantsBloom
    ? createBloomBuilder(leaf, options.bloomFilter === true ? {} : (options.bloomFilter ?? {}))
    : undefined;
  let pages: MadePage[] = [];
  let pageBytesHeld = 0;
  let rowsWritten = 0;
  let bloomHasDictionary = false;
  let spent = false;

  /** The filter takes entries once, when no more come; what is no entry, page by page. */
  const addToBloom = (content: PageContent, isIndices: boolean): void => {
    if (bloom === undefined || isIndices) return;
    if (!bloomHasDictionary && writer.dictionary !== undefined) {
      bloom.add(writer.dictionary, 0, writer.dictionary.length);
      bloomHasDictionary = true;
    }
    const { values, from, to } = content;
    if (values.layout !== 'dictionary') bloom.add(values, from, to);
    else bloom.add(flatten(sliceValues(values, from, to), leaf, { kernels, limits }), 0, to - from);
  };

  const makePage = (content: PageContent, rowCount: number, atHand: AtHand): void => {
    const { values, from, to, nulls, slotCount } = content;
    const encoded = writer.encode(values, from, to, atHand);
    // Entries of a dictionary are fewer than values: bounds of byte arrays come from them.
    const entries = values.layout === 'bytes' ? entriesOf(encoded.indices, writer.dictionary) : undefined;
    const measured = measurePage(leaf, content, bounds.order, entries);
    const page = writeDataPage({
      version: pageVersion,
      column: leaf,
      encoding: encoded.encoding,
      values: encoded.bytes,
      slotCount,
      rowCount,
      nulls,
      codec,
      checksum: checksums,
      ...(levelEncoding === undefined ? {} : { levelEncoding }),
      statistics: statistics && !pageIndex ? statisticsOf(measured.nullCount, measured.bounds, bounds) : undefined,
    });
    addToBloom(content, encoded.indices !== undefined);
    pages.push({ page, encoding: encoded.encoding, rowCount, statistics: measured });
    pageBytesHeld += page.bytes.length;
  };

  const flush = (complete: boolean): void => {
    const { values, nulls, slotCount, rowCount } = pending.take();
    const to = values.length;
    makePage({ values, from: 0, to, nulls, slotCount }, rowCount, { values, from: 0, to, complete });
  };

  const take = (batch: WriteBatch): void => {
    const nulls = levelsFor(batch.nulls, leaf, batch.slotCount);
    const rows = { ...batch, nulls };
    let slot = 0;
    let value = 0;
    while (slot < batch.slotCount) {
      const empty = pending.rowCount === 0;
      const room = { rows: pageRows - pending.rowCount, bytes: pageBytes - pending.bytes, empty };
      const stretch = nextStretch(rows, leaf, slot, value, room);
      const { slotFrom, slotTo, valueFrom, valueTo, rowCount } = stretch;
      if (stretch.full && empty) {
        const slotCount = slotTo - slotFrom;
        const ownNulls = sliceNulls(nulls, slotFrom, slotTo, leaf.maxDefinitionLevel);
        const content = { values: batch.values, from: valueFrom, to: valueTo, nulls: ownNulls, slotCount };
        makePage(content, rowCount, { values: batch.values, from: value, to: batch.values.length, complete: false });
      } else {
        if (rowCount > 0) pending.append(rows, stretch);
        if (stretch.full) flush(false);
      }
      slot = slotTo;
      value = valueTo;
    }
    rowsWritten += batch.rowCount;
  };

  const finish = (): WrittenChunk => {
    if (pending.rowCount > 0) flush(pages.length === 0);
    const { dictionary } = writer;
    const dictionaryPage =
      dictionary === undefined || dictionary.length === 0
        ? undefined
        : writeDictionaryPage({
            column: leaf,
            dictionary,
            encodings,
            encoding: writer.dictionaryEncoding,
            codec,
            checksum: checksums,
          });
    const dictionaryEncoding = dictionaryPage === undefined ? undefined : writer.dictionaryEncoding;
    if (bloom !== undefined && dictionary !== undefined && !bloomHasDictionary) {
      bloom.add(dictionary, 0, dictionary.length);
    }
    const distinctCount = writer.covered ? dictionary?.length : undefined;
    const measured = pages.map((made) => made.statistics);
    const columnIndex = pageIndex ? columnIndexOf(measured, leaf, bounds) : undefined;
    const all = [...(dictionaryPage === undefined ? [] : [dictionaryPage]), ...pages.map(({ page }) => page)];
    const offsetIndex = offsetIndexOf(pages, dictionaryPage?.bytes.length ?? 0);
    const nullCount = measured.reduce((sum, page) => sum + page.nullCount, 0);
    const sizeStatistics = statistics ? sizeStatisticsOf(measured) : undefined;
    const sum = (of: (page: WrittenPage) => number): number => all.reduce((total, page) => total + of(page), 0);
    const byteLength = sum((page) => page.bytes.length);
    const hasLevels = leaf.maxDefinitionLevel > 0;
    const chunkStatistics = statisticsOf(nullCount, chunkBounds(measured, bounds.order), bounds, distinctCount);
    const metaData: ColumnMetaData = {
      type: leaf.type,
      encodings: encodingsOf(pages, dictionaryEncoding, hasLevels ? (levelEncoding ?? EncodingId.RLE) : undefined),
      pathInSchema: leaf.path,
      codec: codec?.id ?? CodecId.UNCOMPRESSED,
      numValues: measured.reduce((slots, page) => slots + page.slotCount, 0),
      totalUncompressedSize: sum((page) => page.uncompressedSize),
      totalCompressedSize: byteLength,
      dataPageOffset: dictionaryPage?.bytes.length ?? 0,
      ...(dictionaryPage === undefined ? {} : { dictionaryPageOffset: 0 }),
      ...(statistics ? { statistics: chunkStatistics } : {}),
      encodingStats: encodingStatsOf(pages, dictionaryEncoding),
      ...(sizeStatistics === undefined ? {} : { sizeStatistics }),
    };
    const chunk: WrittenChunk = {
      parts: all.map((page) => page.bytes),
      byteLength,
      rowCount: rowsWritten,
      metaData,
      offsetIndex,
      ...(columnIndex === undefined ? {} : { columnIndex }),
      ...(bloom === undefined ? {} : { bloomFilter: bloom.finish() }),
    };
    pages = [];
    return chunk;
  };

  const guard = <T>(action: () => T): T => {
    if (spent) throw new ParquetError('INVALID_ARGUMENT', 'the chunk is finished', { column });
    try {
      return action();
    } catch (error) {
      throw withPlace(error, { column });
    }
  };

  return {
    get rowCount(): number {
      return rowsWritten;
    },
    get bufferedBytes(): number {
      return pageBytesHeld + pending.bytes + writer.dictionaryBytes + (bloom?.byteLength ?? 0);
    },
    write(batch) {
      guard(() => {
        check(batch);
        take(batch);
      });
    },
    finish() {
      const chunk = guard(finish);
      spent = true;
      return chunk;
    },
  };
}

/** A page's values as indices; undefined when they are none. */
function entriesOf(indices: Int32Array | undefined, dictionary: FlatValues | undefined): DictionaryValues | undefined {
  if (indices === undefined || dictionary === undefined) return undefined;
  return { layout: 'dictionary', type: dictionary.type, length: indices.length, indices, dictionary };
}

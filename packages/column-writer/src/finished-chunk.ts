/** Assembles a chunk from its data pages: adds the dictionary page, the metadata and the indexes. */
import { CodecId, type Steps } from '@marquetry/core';
import type { ColumnMetaData } from '@marquetry/metadata';
import { type WrittenPage, writeDictionaryPage } from '@marquetry/page';
import type { ChunkFilter } from './chunk-filter.js';
import { encodingStatsOf, encodingsOf, type MadePage, offsetIndexOf } from './chunk-layout.js';
import { chunkBounds, columnIndexOf, sizeStatisticsOf, statisticsOf } from './chunk-statistics.js';
import type { PageWriter } from './page-writer.js';
import type { ChunkSettings } from './settings.js';
import type { ValueWriter } from './value-writer.js';
import type { WrittenChunk } from './written-chunk.js';

/**
 * Assembles a chunk from the given data pages, in steps of a few milliseconds. `values` is the writer that encoded the
 * values of the pages, and `filter` is the chunk's Bloom filter.
 */
export function* finishedChunk(
  settings: ChunkSettings,
  { pages, geometries }: PageWriter,
  values: ValueWriter,
  filter: ChunkFilter | undefined,
): Steps<WrittenChunk> {
  const { leaf, bounds } = settings;
  const { dictionary } = values;
  const dictionaryPage = dictionaryPageOf(settings, values);
  yield;
  const stored = [...(dictionaryPage === undefined ? [] : [dictionaryPage]), ...pages.map(({ page }) => page)];
  const measured = pages.map(({ statistics }) => statistics);
  const columnIndex = settings.pageIndex ? columnIndexOf(measured, leaf, bounds) : undefined;
  const metaData = metaDataOf(settings, pages, stored, dictionaryPage === undefined ? undefined : values);
  const geospatialStatistics = geometries?.statistics();
  const bloomFilter = filter === undefined ? undefined : yield* filter.finish(dictionary);
  return {
    parts: stored.map(({ bytes }) => bytes),
    byteLength: metaData.totalCompressedSize,
    rowCount: pages.reduce((rows, { rowCount }) => rows + rowCount, 0),
    metaData: geospatialStatistics === undefined ? metaData : { ...metaData, geospatialStatistics },
    offsetIndex: offsetIndexOf(pages, metaData.dataPageOffset),
    ...(columnIndex === undefined ? {} : { columnIndex }),
    ...(bloomFilter === undefined ? {} : { bloomFilter }),
  };
}

/** Returns the dictionary page of a chunk, or undefined if no page used the dictionary. */
function dictionaryPageOf(
  { leaf, encodings, codec, checksums, kernels }: ChunkSettings,
  { dictionary, dictionaryEncoding }: ValueWriter,
): WrittenPage | undefined {
  if (dictionary === undefined || dictionary.length === 0) return undefined;
  return writeDictionaryPage({
    column: leaf,
    dictionary,
    encodings,
    encoding: dictionaryEncoding,
    codec,
    checksum: checksums,
    kernels,
  });
}

/**
 * Returns the chunk metadata that the footer stores.
 * @param dictionary The dictionary page; undefined if the chunk has none.
 */
function metaDataOf(
  { leaf, codec, levelEncoding, bounds, statistics }: ChunkSettings,
  pages: readonly MadePage[],
  stored: readonly WrittenPage[],
  dictionary: ValueWriter | undefined,
): ColumnMetaData {
  const sum = (of: (page: WrittenPage) => number): number => stored.reduce((total, page) => total + of(page), 0);
  const measured = pages.map((made) => made.statistics);
  const count = (of: 'slotCount' | 'nullCount'): number => measured.reduce((total, page) => total + page[of], 0);
  const distinctCount = dictionary?.covered === true ? dictionary.dictionary?.length : undefined;
  const sizeStatistics = statistics ? sizeStatisticsOf(measured) : undefined;
  const [first] = stored;
  return {
    type: leaf.type,
    encodings: encodingsOf(
      pages,
      dictionary?.dictionaryEncoding,
      leaf.maxDefinitionLevel > 0 ? levelEncoding : undefined,
    ),
    pathInSchema: leaf.path,
    codec: codec?.id ?? CodecId.UNCOMPRESSED,
    numValues: count('slotCount'),
    totalUncompressedSize: sum((page) => page.uncompressedSize),
    totalCompressedSize: sum((page) => page.bytes.length),
    ...(dictionary === undefined || first === undefined
      ? { dataPageOffset: 0 }
      : { dataPageOffset: first.bytes.length, dictionaryPageOffset: 0 }),
    ...(statistics
      ? { statistics: statisticsOf(count('nullCount'), chunkBounds(measured, bounds.order), bounds, distinctCount) }
      : {}),
    encodingStats: encodingStatsOf(pages, dictionary?.dictionaryEncoding),
    ...(sizeStatistics === undefined ? {} : { sizeStatistics }),
  };
}

/**
 * Writes the data pages of a chunk, and keeps them in memory until the end of the chunk. This is necessary because the
 * dictionary page precedes them in the file, but is complete only at the end.
 *
 *   slots and values of a page ─> values encoded ─> statistics ─> page bytes
 *                                      └─> dictionary, Bloom filter
 */
import type { DictionaryValues, DirectValues, Steps } from '@marquetry/core';
import type { GeometryScan } from '@marquetry/logical/geospatial';
import { writeDataPage } from '@marquetry/page';
import type { ChunkFilter } from './chunk-filter.js';
import type { MadePage } from './chunk-layout.js';
import { statisticsOf } from './chunk-statistics.js';
import { geospatial } from './geospatial.js';
import { measurePage, type PageContent } from './page-statistics.js';
import type { ChunkSettings } from './settings.js';
import type { AtHand, ValueWriter } from './value-writer.js';

/** Writes the pages of a chunk; created by {@link createPageWriter}. */
export interface PageWriter {
  /**
   * Makes room in the Bloom filter for a page of `valueCount` values, in steps of about a millisecond. Call it before
   * {@link write}.
   */
  prepare(valueCount: number): Steps<void>;
  /**
   * Writes one page in separate steps: choosing an encoding (if necessary, from a sample of `atHand`), encoding,
   * measuring, and compressing.
   */
  write(content: PageContent, rowCount: number, atHand: AtHand): Steps<void>;
  /** The finished pages, in order. */
  readonly pages: readonly MadePage[];
  /** Number of bytes of the pages written so far, including headers. */
  readonly byteLength: number;
  /** The statistics of the geometries in the pages; undefined if the column has no geospatial statistics. */
  readonly geometries: GeometryScan | undefined;
}

/** Creates a writer of data pages, which encodes with the value writer `values` and adds values to the Bloom filter. */
export function createPageWriter(
  settings: ChunkSettings,
  values: ValueWriter,
  filter: ChunkFilter | undefined,
): PageWriter {
  return new KeptPages(settings, values, filter);
}

/** The page writer is a class to save memory, because there is one object per chunk. */
class KeptPages implements PageWriter {
  readonly pages: MadePage[] = [];
  byteLength = 0;
  geometries: GeometryScan | undefined = undefined;
  declare private readonly settings: ChunkSettings;
  declare private readonly values: ValueWriter;
  private readonly filter: ChunkFilter | undefined;

  constructor(settings: ChunkSettings, values: ValueWriter, filter: ChunkFilter | undefined) {
    this.settings = settings;
    this.values = values;
    this.filter = filter;
  }

  *prepare(valueCount: number): Steps<void> {
    if (this.filter !== undefined) yield* this.filter.reserve(valueCount);
  }

  *write(content: PageContent, rowCount: number, atHand: AtHand): Steps<void> {
    const { filter, settings, values } = this;
    const { leaf, bounds, codec } = settings;
    const { nulls, slotCount } = content;
    const encoded = yield* values.encode(content.values, content.from, content.to, atHand);
    yield;
    // If the dictionary has fewer entries than the page has values, it is faster to find the bounds of byte arrays
    // among the entries.
    const entries = content.values.layout === 'bytes' ? asEntries(encoded.indices, values.dictionary) : undefined;
    const statistics = measurePage(leaf, content, bounds.order, entries);
    yield;
    if (settings.statistics) {
      this.geometries ??= geospatial.loaded?.createGeometryScan(leaf);
      this.geometries?.add(content);
    }
    const inHeader = settings.statistics && !settings.pageIndex;
    const page = writeDataPage({
      version: settings.pageVersion,
      column: leaf,
      encoding: encoded.encoding,
      values: encoded.bytes,
      slotCount,
      rowCount,
      nulls,
      codec,
      checksum: settings.checksums,
      kernels: settings.kernels,
      levelEncoding: settings.levelEncoding,
      statistics: inHeader ? statisticsOf(statistics.nullCount, statistics.bounds, bounds) : undefined,
    });
    encoded.release();
    if (encoded.indices === undefined) filter?.add(content, values.dictionary);
    this.pages.push({ page, encoding: encoded.encoding, rowCount, statistics });
    this.byteLength += page.bytes.length;
  }
}

/** Returns the values of a page as dictionary indices; undefined if the page does not use the dictionary. */
function asEntries(
  indices: Int32Array | undefined,
  dictionary: DirectValues | undefined,
): DictionaryValues | undefined {
  if (indices === undefined || dictionary === undefined) return undefined;
  return { layout: 'dictionary', type: dictionary.type, length: indices.length, indices, dictionary };
}

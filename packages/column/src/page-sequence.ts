/**
 * Opens the pages of a column chunk in order: keeps the dictionary, checks counts, and adds the location to errors.
 *
 *   [dictionary page] data page ... data page        index pages and pages of unknown types are skipped anywhere
 */
import { columnKernels } from '@marquetry/bit-io';
import {
  type Codec,
  type ColumnKernels,
  type DirectValues,
  defaultLimits,
  type EncodingRegistry,
  type ErrorPlace,
  type LeafColumn,
  type Limits,
  limitError,
  ParquetError,
  withPlace,
} from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import {
  type DataPage,
  dataPageInfo,
  isDataPage,
  isDictionaryPage,
  openDictionaryPage,
  openPage,
} from '@marquetry/page';
import { dataPageBytes, describePage, dictionaryPageBytes, valuesByteLength } from './page-memory.js';

/** A column chunk, and the codecs, encodings and limits for reading its pages. */
export interface PageSequenceOptions {
  readonly column: LeafColumn;
  readonly encodings: EncodingRegistry;
  /** The codec of the chunk, already prepared. Absent if the chunk is UNCOMPRESSED. */
  readonly codec?: Codec | undefined;
  /** Number of slots of the chunk: `ColumnMetaData.num_values`. */
  readonly slotCount: number;
  /** `ColumnMetaData.total_uncompressed_size`, in bytes. Pages above 16 MiB must not exceed this. */
  readonly uncompressedSize?: number;
  readonly limits?: Limits;
  readonly kernels?: Pick<ColumnKernels, 'allocate' | 'readLevels' | 'crc32'>;
  /**
   * Allocates memory for decompressed pages, as in `openPage` and `openDictionaryPage`. The memory of a data page may be
   * reused once the page has been read; that of a dictionary page, after `accept`.
   */
  readonly allocateBody?: ((byteLength: number) => Uint8Array) | undefined;
  /** Row group and column, for errors. */
  readonly at: ErrorPlace;
  /** True to verify checksums; default true. */
  readonly verifyChecksums?: boolean;
}

/** A data page, and the dictionary that its values refer to. */
export interface SequencedPage {
  readonly page: DataPage;
  /** Present if the page's encoding uses a dictionary. */
  readonly dictionary: DirectValues | undefined;
}

/** Opens the pages of one chunk in file order: keeps the dictionary, checks counts, and adds the location to errors. */
export interface PageSequence {
  /** Number of pages of every type so far, which is also the ordinal of the next page. */
  readonly pageCount: number;
  /** Number of slots of the data pages so far; a lower bound if {@link isExact} is false. */
  readonly slotsSeen: number;
  /** False after a {@link seek} over an unknown number of slots. */
  readonly isExact: boolean;
  /** True once all slots of the chunk have been counted. Later bytes are not pages of the chunk. */
  readonly complete: boolean;
  /**
   * Reads the next page. Opens and returns a data page; keeps a dictionary page and skips others, returning undefined.
   * @throws ParquetError CORRUPT for a dictionary page that is not first, or more slots than the chunk has; LIMIT for a page
   *   that exceeds `limits.memoryBytes` with its dictionary.
   */
  accept(header: PageHeader, body: Uint8Array, fileOffset?: number): SequencedPage | undefined;
  /** Counts the slots of the next page without opening it. Do not call it for dictionary pages. */
  pass(header: PageHeader, fileOffset?: number): void;
  /**
   * Continues at another page, which is preceded by `pageCount` pages with `slotsSeen` slots. If `isExact` is false, `slotsSeen`
   * is a lower bound, such as the number of rows before the page.
   */
  seek(pageCount: number, slotsSeen: number, isExact?: boolean): void;
  /** The dictionary of the chunk; undefined before its page, and after {@link dropDictionary}. */
  readonly dictionary: DirectValues | undefined;
  /** Releases the dictionary. To read data pages that use it, first `seek` to its page and `accept` it again. */
  dropDictionary(): void;
  /**
   * Checks that all slots of the chunk were read. @throws ParquetError CORRUPT if the pages have fewer slots than the
   * chunk. Checked only if {@link isExact}.
   */
  end(): void;
}

/** Up to this many bytes, a page larger than the stated size of its chunk is a writer's miscount, not an attack. */
const pettyBytes = 2 ** 24;

/** Creates a sequence positioned before the first page of a chunk. */
export function createPageSequence(options: PageSequenceOptions): PageSequence {
  return new Pages(options);
}

/** This is a class, because there is one object per chunk, and an object literal with accessors is slow to create. */
class Pages implements PageSequence {
  pageCount = 0;
  slotsSeen = 0;
  isExact = true;
  dictionary: DirectValues | undefined = undefined;
  private dictionaryBytes = 0;
  declare private readonly options: PageSequenceOptions;
  declare private readonly limits: Limits;
  declare private readonly kernels: Pick<ColumnKernels, 'allocate' | 'readLevels' | 'crc32'>;

  constructor(options: PageSequenceOptions) {
    this.options = options;
    this.limits = options.limits ?? defaultLimits;
    this.kernels = options.kernels ?? columnKernels;
  }

  get complete(): boolean {
    return this.slotsSeen >= this.options.slotCount;
  }

  accept(header: PageHeader, body: Uint8Array, fileOffset?: number): SequencedPage | undefined {
    const at = this.placeOf(fileOffset);
    try {
      if (isDictionaryPage(header)) this.acceptDictionary(header, body, at);
      else if (isDataPage(header)) return this.acceptData(header, body, at);
      return undefined;
    } catch (error) {
      throw withPlace(error, at);
    } finally {
      this.pageCount++;
    }
  }

  pass(header: PageHeader, fileOffset?: number): void {
    this.count(header, fileOffset);
    this.pageCount++;
  }

  seek(pages: number, slots: number, isExact = true): void {
    this.pageCount = pages;
    this.slotsSeen = slots;
    this.isExact = isExact;
  }

  dropDictionary(): void {
    this.dictionary = undefined;
    this.dictionaryBytes = 0;
  }

  end(): void {
    const { slotCount, at } = this.options;
    if (this.slotsSeen === slotCount || (!this.isExact && this.slotsSeen < slotCount)) return;
    throw new ParquetError('CORRUPT', `the chunk has ${slotCount} slots, but its pages have ${this.slotsSeen}`, at);
  }

  private placeOf(fileOffset: number | undefined): ErrorPlace {
    const { at } = this.options;
    // The spread is last, because adding fields after a spread takes microseconds in Node 20.
    return fileOffset === undefined ? { page: this.pageCount, ...at } : { page: this.pageCount, fileOffset, ...at };
  }

  private count(header: PageHeader, fileOffset: number | undefined): void {
    const { slotCount } = this.options;
    const slots = dataPageInfo(header)?.slotCount ?? 0;
    if (this.slotsSeen + slots > slotCount) {
      const what = `the chunk has ${slotCount} slots, but its pages have ${this.slotsSeen + slots}`;
      throw new ParquetError('CORRUPT', what, this.placeOf(fileOffset));
    }
    this.slotsSeen += slots;
  }

  private checkSize(header: PageHeader): void {
    const size = header.uncompressedPageSize;
    const { uncompressedSize = Number.POSITIVE_INFINITY } = this.options;
    if (size <= Math.max(uncompressedSize, pettyBytes)) return;
    throw new ParquetError('CORRUPT', `a page of ${size} bytes is larger than its chunk of ${uncompressedSize} bytes`);
  }

  private acceptDictionary(header: PageHeader, body: Uint8Array, at: ErrorPlace): void {
    this.checkSize(header);
    if (this.dictionary !== undefined || this.slotsSeen > 0) {
      throw new ParquetError('CORRUPT', 'a dictionary page must be the only one of its chunk, and the first page');
    }
    const { column, encodings, codec, allocateBody, verifyChecksums = true } = this.options;
    const { limits } = this;
    const opening = dictionaryPageBytes(header, column);
    if (opening > limits.memoryBytes) throw limitError('memoryBytes', limits, `a dictionary of ${opening} bytes`);
    this.dictionary = openDictionaryPage({
      header,
      body,
      column,
      encodings,
      codec,
      limits,
      allocateBody,
      at,
      verifyChecksums,
    });
    this.dictionaryBytes = valuesByteLength(this.dictionary);
  }

  private acceptData(header: PageHeader, body: Uint8Array, at: ErrorPlace): SequencedPage {
    this.checkSize(header);
    const isFirst = this.slotsSeen === 0;
    this.count(header, at.fileOffset);
    const { column, encodings, codec, allocateBody, verifyChecksums = true } = this.options;
    const { dictionary, limits, kernels } = this;
    // File readers also check their own budget, which includes their other memory.
    const byteLength = this.dictionaryBytes + dataPageBytes(header, column, codec);
    if (byteLength > limits.memoryBytes) {
      throw limitError('memoryBytes', limits, `${describePage(header, column, codec)}, with its dictionary,`);
    }
    const page = openPage({
      header,
      body,
      column,
      encodings,
      codec,
      dictionary,
      limits,
      allocateBody,
      kernels,
      at,
      verifyChecksums,
    });
    if (isFirst && page.nulls.kind === 'levels' && (page.nulls.repetition?.[0] ?? 0) !== 0) {
      throw new ParquetError('CORRUPT', 'the first slot of a chunk has a repetition level above 0');
    }
    return { page, dictionary: encodings.find(page.encoding)?.usesDictionary === true ? dictionary : undefined };
  }
}

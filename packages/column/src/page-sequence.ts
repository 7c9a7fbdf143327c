/**
 * Opens the pages of a column chunk in order. It keeps the dictionary, checks counts, and adds the location to errors.
 *
 *   [dictionary page] data page ... data page        index pages and pages of unknown types are skipped wherever they are
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
  dataHeaderOf,
  isDataPage,
  isDictionaryPage,
  openDictionaryPage,
  openPage,
} from '@marquetry/page';
import { dataPageBytes, describePage, dictionaryPageBytes, valuesByteLength } from './page-memory.js';

/** Describes a column chunk, with the codec, encodings and limits for reading its pages. */
export interface PageSequenceOptions {
  readonly column: LeafColumn;
  readonly encodings: EncodingRegistry;
  /**
   * The codec of the chunk, which the caller must have prepared (`Codec.prepare`). Absent if the chunk is UNCOMPRESSED.
   */
  readonly codec?: Codec | undefined;
  /** Number of slots (values and nulls) of the chunk: `ColumnMetaData.num_values`. */
  readonly slotCount: number;
  /**
   * The uncompressed size of the chunk in bytes, according to its metadata: `ColumnMetaData.total_uncompressed_size`. A
   * page above 16 MiB must not exceed it.
   */
  readonly uncompressedSize?: number;
  readonly limits?: Limits;
  readonly kernels?: Pick<ColumnKernels, 'allocate' | 'readLevels' | 'crc32'>;
  /**
   * Allocates memory for decompressed pages, as in `openPage` and `openDictionaryPage`. The caller may reuse the memory
   * of a data page once the page has been read, and that of a dictionary page once `accept` has returned.
   */
  readonly allocateBody?: ((byteLength: number) => Uint8Array) | undefined;
  /** The row group and the column that errors name. */
  readonly at: ErrorPlace;
  /** Whether to verify checksums. Default: true. */
  readonly verifyChecksums?: boolean;
}

/** An opened data page, and the dictionary to which its values refer. */
export interface SequencedPage {
  readonly page: DataPage;
  /** The dictionary of the chunk, if the page's encoding uses a dictionary. */
  readonly dictionary: DirectValues | undefined;
}

/**
 * Opens the pages of one chunk in file order. It keeps the dictionary, checks counts, and adds the location to errors.
 */
export interface PageSequence {
  /** Number of pages so far, of all types. This is also the ordinal of the next page. */
  readonly pageCount: number;
  /** Number of slots in the data pages so far. If {@link isExact} is false, the actual number may be higher. */
  readonly slotsSeen: number;
  /** True if `slotsSeen` is exact. False after a {@link seek} that skipped an unknown number of slots. */
  readonly isExact: boolean;
  /** True once all slots of the chunk have been counted. The bytes that follow are not pages of the chunk. */
  readonly complete: boolean;
  /**
   * Reads the next page. If it is a data page, opens and returns it. If it is a dictionary page, keeps the dictionary
   * and returns undefined. Skips other pages, and returns undefined.
   * @throws ParquetError CORRUPT for a dictionary page after a data page, for a second dictionary page, or if the pages
   * have more slots than the chunk's metadata states; LIMIT if a page and its dictionary together exceed
   * `limits.memoryBytes`.
   */
  accept(header: PageHeader, body: Uint8Array, fileOffset?: number): SequencedPage | undefined;
  /** Counts the slots of the next page without opening it. Do not call it for a dictionary page. */
  pass(header: PageHeader, fileOffset?: number): void;
  /**
   * Moves to another page. `pageCount` is the number of pages before it, and `slotsSeen` the number of slots in these
   * pages. Pass false as `isExact` if `slotsSeen` is only a lower bound, such as the number of rows before the page.
   */
  seek(pageCount: number, slotsSeen: number, isExact?: boolean): void;
  /** The dictionary of the chunk; undefined until its page has been accepted, and after {@link dropDictionary}. */
  readonly dictionary: DirectValues | undefined;
  /**
   * Releases the dictionary. To read data pages that need it again, first `seek` to the dictionary page and `accept`
   * it.
   */
  dropDictionary(): void;
  /**
   * Checks, if {@link isExact} is true, that all slots of the chunk were read.
   * @throws ParquetError CORRUPT if the pages have fewer slots than the chunk's metadata states.
   */
  end(): void;
}

/** A page below this size that is larger than its chunk claims to be is a writer's miscount, not an attack. */
const pettyBytes = 2 ** 24;

/** Creates a page sequence that is positioned before the first page of a chunk. */
export function createPageSequence(options: PageSequenceOptions): PageSequence {
  return new Pages(options);
}

/**
 * The sequence is a class because there is one object per chunk, and creating an object literal with accessors is slow.
 */
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
    throw this.countError(this.slotsSeen, at);
  }

  private countError(total: number, at: ErrorPlace | undefined): ParquetError {
    const what = `the chunk's num_values is ${this.options.slotCount}, but its page headers total ${total}`;
    return new ParquetError('CORRUPT', what, at);
  }

  private placeOf(fileOffset: number | undefined): ErrorPlace {
    const { at } = this.options;
    // The spread must be last: in Node 20, members that follow a spread in an object literal take microseconds to add.
    return fileOffset === undefined ? { page: this.pageCount, ...at } : { page: this.pageCount, fileOffset, ...at };
  }

  private count(header: PageHeader, fileOffset: number | undefined): void {
    const { slotCount } = this.options;
    const slots = dataHeaderOf(header)?.numValues ?? 0;
    if (this.slotsSeen + slots > slotCount) {
      throw this.countError(this.slotsSeen + slots, this.placeOf(fileOffset));
    }
    this.slotsSeen += slots;
  }

  private checkSize(header: PageHeader): void {
    const size = header.uncompressedPageSize;
    const { uncompressedSize = Number.POSITIVE_INFINITY } = this.options;
    if (size <= Math.max(uncompressedSize, pettyBytes)) return;
    throw new ParquetError(
      'CORRUPT',
      `a page of ${size} bytes exceeds the size of its chunk, ${uncompressedSize} bytes`,
    );
  }

  private acceptDictionary(header: PageHeader, body: Uint8Array, at: ErrorPlace): void {
    this.checkSize(header);
    if (this.dictionary !== undefined || this.slotsSeen > 0) {
      throw new ParquetError('CORRUPT', 'a chunk may have only one dictionary page, before its data pages');
    }
    const { column, encodings, codec, allocateBody, verifyChecksums = true } = this.options;
    const { limits } = this;
    const opening = dictionaryPageBytes(header, column);
    if (opening > limits.memoryBytes) throw limitError('memoryBytes', limits, `a dictionary page of ${opening} bytes`);
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
    // This check is for callers that do not limit memory themselves. File readers limit it, and also count their
    // other memory.
    const byteLength = this.dictionaryBytes + dataPageBytes(header, column, codec);
    if (byteLength > limits.memoryBytes) {
      throw limitError('memoryBytes', limits, `${describePage(header, column, codec)} plus its dictionary`);
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
      throw new ParquetError('CORRUPT', 'the first repetition level of a chunk must be 0');
    }
    return { page, dictionary: encodings.find(page.encoding)?.usesDictionary === true ? dictionary : undefined };
  }
}

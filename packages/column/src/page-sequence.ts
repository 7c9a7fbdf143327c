/**
 * The pages of a column chunk in order: dictionary lifetime, counts, provenance.
 *
 *   [dictionary page] data page ... data page        index pages and unknown ones anywhere, skipped
 */
import { javascriptKernels } from '@marquetry/bit-io';
import {
  type Codec,
  defaultLimits,
  type EncodingRegistry,
  type ErrorPlace,
  type FlatValues,
  type Kernels,
  type LeafColumn,
  type Limits,
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

/** A chunk, and what its pages are read with. */
export interface PageSequenceOptions {
  readonly column: LeafColumn;
  readonly encodings: EncodingRegistry;
  /** Absent: UNCOMPRESSED. Must be prepared. */
  readonly codec?: Codec | undefined;
  /** Slots of the chunk: `ColumnMetaData.num_values`. */
  readonly slotCount: number;
  /** `ColumnMetaData.total_uncompressed_size`, in bytes: no page of a size worth noting may be larger. */
  readonly uncompressedSize?: number;
  readonly limits?: Limits;
  readonly kernels?: Kernels;
  /** Row group and column, for errors. */
  readonly at: ErrorPlace;
  /** Whether checksums are compared; default true. */
  readonly verifyChecksums?: boolean;
}

/** A data page, and the dictionary that its values refer to. */
export interface SequencedPage {
  readonly page: DataPage;
  /** Present where the page's encoding uses a dictionary. */
  readonly dictionary: FlatValues | undefined;
}

/** Takes the pages of one chunk in the order of the file: keeps the dictionary, counts, and gives errors their place. */
export interface PageSequence {
  /** Pages met, of every kind: the ordinal of the next one. */
  readonly pageCount: number;
  /** Slots of the data pages met. */
  readonly slotsSeen: number;
  /** True when all slots of the chunk have been met: what follows is no page of it. */
  readonly complete: boolean;
  /**
   * Takes the next page. Data pages come back opened; others are kept (dictionary) or skipped.
   * @throws ParquetError CORRUPT for a dictionary page that is not first, or more slots than the chunk has.
   */
  accept(header: PageHeader, body: Uint8Array, fileOffset?: number): SequencedPage | undefined;
  /** Takes the next page without opening it: only its slots count. Not for dictionary pages. */
  pass(header: PageHeader, fileOffset?: number): void;
  /** Continues at another page, before which there are `slotsSeen` slots in `pageCount` pages. */
  seek(pageCount: number, slotsSeen: number): void;
  /** The dictionary of the chunk; undefined before its page, and after {@link dropDictionary}. */
  readonly dictionary: FlatValues | undefined;
  /** Forgets the dictionary: `seek` to its page, and accept it again, before data pages that use it. */
  dropDictionary(): void;
  /** @throws ParquetError CORRUPT when the pages ended before the chunk's slots. */
  end(): void;
}

/** Below this many bytes, a page larger than its chunk claims to be is a writer's miscount, not an attack. */
const pettyBytes = 2 ** 24;

/** A sequence that stands before the first page of a chunk. */
export function createPageSequence(options: PageSequenceOptions): PageSequence {
  const { column, encodings, codec, slotCount, limits = defaultLimits, kernels = javascriptKernels } = options;
  const { verifyChecksums = true } = options;
  let dictionary: FlatValues | undefined;
  let pageCount = 0;
  let slotsSeen = 0;

  const placeOf = (fileOffset: number | undefined): ErrorPlace =>
    fileOffset === undefined ? { ...options.at, page: pageCount } : { ...options.at, page: pageCount, fileOffset };
  const count = (header: PageHeader, at: ErrorPlace): void => {
    const slots = dataHeaderOf(header)?.numValues ?? 0;
    if (slotsSeen + slots > slotCount) {
      throw new ParquetError('CORRUPT', `pages hold ${slotsSeen + slots} slots, the chunk ${slotCount}`, at);
    }
    slotsSeen += slots;
  };
  const checkSize = (header: PageHeader, at: ErrorPlace): void => {
    const size = header.uncompressedPageSize;
    if (size <= Math.max(options.uncompressedSize ?? Number.POSITIVE_INFINITY, pettyBytes)) return;
    throw new ParquetError(
      'CORRUPT',
      `a page of ${size} bytes is larger than its chunk, ${options.uncompressedSize}`,
      at,
    );
  };
  const acceptDictionary = (header: PageHeader, body: Uint8Array, at: ErrorPlace): void => {
    if (dictionary !== undefined || slotsSeen > 0) {
      throw new ParquetError('CORRUPT', 'a dictionary page must be the only one of its chunk, and the first page', at);
    }
    dictionary = openDictionaryPage({
      header,
      body,
      column,
      encodings,
      codec,
      limits,
      at,
      verifyChecksums,
    });
  };
  const acceptData = (header: PageHeader, body: Uint8Array, at: ErrorPlace): SequencedPage => {
    const first = slotsSeen === 0;
    count(header, at);
    const page = openPage({
      header,
      body,
      column,
      encodings,
      codec,
      dictionary,
      limits,
      kernels,
      at,
      verifyChecksums,
    });
    if (first && page.nulls.kind === 'levels' && (page.nulls.repetition?.[0] ?? 0) !== 0) {
      throw new ParquetError('CORRUPT', 'the first slot of a chunk has a repetition level above 0', at);
    }
    return { page, dictionary: encodings.find(page.encoding)?.usesDictionary === true ? dictionary : undefined };
  };

  return {
    get pageCount(): number {
      return pageCount;
    },
    get slotsSeen(): number {
      return slotsSeen;
    },
    get complete(): boolean {
      return slotsSeen >= slotCount;
    },
    accept: (header, body, fileOffset) => {
      const at = placeOf(fileOffset);
      try {
        if (isDictionaryPage(header)) {
          checkSize(header, at);
          acceptDictionary(header, body, at);
        } else if (isDataPage(header)) {
          checkSize(header, at);
          return acceptData(header, body, at);
        }
        return undefined;
      } catch (error) {
        throw withPlace(error, at);
      } finally {
        pageCount++;
      }
    },
    pass: (header, fileOffset) => {
      count(header, placeOf(fileOffset));
      pageCount++;
    },
    seek: (pages, slots) => {
      pageCount = pages;
      slotsSeen = slots;
    },
    get dictionary(): FlatValues | undefined {
      return dictionary;
    },
    dropDictionary: () => {
      dictionary = undefined;
    },
    end: () => {
      if (slotsSeen === slotCount) return;
      throw new ParquetError('CORRUPT', `pages hold ${slotsSeen} slots, the chunk ${slotCount}`, options.at);
    },
  };
}

/**
 * Opens one data page: checksum, decompression, levels. Values are decoded when asked for.
 */
import {
  allocateBytes,
  bytesOf,
  type Codec,
  type ColumnBuffer,
  type DirectValues,
  defaultLimits,
  type EncodingRegistry,
  type ErrorPlace,
  type Kernels,
  type LeafColumn,
  type Limits,
  limitError,
  type Nulls,
  ParquetError,
  type ValueDecoder,
  withPlace,
} from '@marquetry/core';
import type { PageHeader } from '@marquetry/metadata';
import { requireChecksum, splitBody } from './body.js';
import { dataHeaderOf, headerV2Of } from './data-page-info.js';
import { type DecodedLevels, decodePageLevels } from './page-levels.js';
import { placed } from './placed.js';

/** A data page, and what its bytes mean. */
export interface OpenPageOptions {
  readonly header: PageHeader;
  /** The body as stored, `header.compressedPageSize` bytes. Kept, and aliased where nothing is compressed. */
  readonly body: Uint8Array;
  readonly column: LeafColumn;
  readonly encodings: EncodingRegistry;
  /** Absent: the chunk is UNCOMPRESSED. Must be prepared. */
  readonly codec?: Codec | undefined;
  /** The chunk's dictionary, from `openDictionaryPage`. */
  readonly dictionary?: DirectValues | undefined;
  readonly limits?: Limits;
  /**
   * Where memory for the unpacked body comes from: `byteLength` bytes of any content, 8-byte aligned. The page and what it
   * reads alias them, so use them again only when both are done with. Default: fresh memory.
   */
  readonly allocateBody?: ((byteLength: number) => Uint8Array) | undefined;
  /** What reads levels and checksums, and where the memory of levels comes from; encodings have their own. */
  readonly kernels?: Pick<Kernels, 'allocate' | 'readLevels' | 'crc32'>;
  /** Where the page is, for errors. */
  readonly at?: ErrorPlace;
  /** Whether a checksum in the header is compared with the body; default true. */
  readonly verifyChecksums?: boolean;
}

/** An opened data page. Its values, and bitmaps and levels where nothing is compressed, may alias the page's bytes. */
export interface DataPage {
  readonly header: PageHeader;
  readonly column: LeafColumn;
  /** The wire id of the values' encoding. */
  readonly encoding: number;
  /** Slots, nulls included: the header's `num_values`. */
  readonly slotCount: number;
  /** Values: slots less nulls. */
  readonly valueCount: number;
  /**
   * Rows that start in the page. A v1 page may open inside a row (its first repetition level is not 0): that row
   * started in an earlier page.
   */
  readonly rowCount: number;
  readonly nulls: Nulls;
  /**
   * A new cursor over the values, from the first.
   * @throws ParquetError UNSUPPORTED when the encoding is not registered; CORRUPT, TRUNCATED, LIMIT for the bytes.
   */
  values(): ValueDecoder;
  /** Appends all values to `target`, without entries for nulls: `readSpaced` makes one a slot. Throws as {@link values}. */
  readInto(target: ColumnBuffer): void;
}

/**
 * Opens a data page, v1 or v2. Synchronous, as is everything that is read from the page: a page is a stretch of work that the
 * event loop waits for. Readers of files let it turn between pages, and between portions of one page's values.
 * @throws ParquetError INVALID_ARGUMENT for a page of another kind; else what the bytes do, with `at` in its place.
 */
export function openPage(options: OpenPageOptions): DataPage {
  const at = options.at ?? {};
  try {
    return open(options, at);
  } catch (error) {
    throw withPlace(error, at);
  }
}

function open(options: OpenPageOptions, at: ErrorPlace): DataPage {
  const { header, column, encodings, codec, dictionary } = options;
  // A Node Buffer is a Uint8Array whose `slice` does not copy.
  const body = bytesOf(options.body);
  const limits = options.limits ?? defaultLimits;
  const kernels: NonNullable<OpenPageOptions['kernels']> = options.kernels ?? { allocate: allocateBytes };
  const dataHeader = dataHeaderOf(header);
  if (dataHeader === undefined) {
    throw new ParquetError('INVALID_ARGUMENT', `a page of type ${header.type} is no data page`);
  }
  const slotCount = dataHeader.numValues;
  if (slotCount > limits.pageSlots) {
    throw limitError('pageSlots', limits, `a page of ${slotCount} slots`);
  }
  if (options.verifyChecksums !== false) requireChecksum(header, body, kernels.crc32);
  const split = splitBody(header, body, { codec, limits, allocateBody: options.allocateBody });
  const levels = decodePageLevels({ header, split, column, slotCount, kernels, limits });
  checkCounts(header, column, levels);
  const { nulls, values, rowCount } = levels;
  const valueCount = slotCount - nulls.nullCount;
  const { encoding } = dataHeader;

  const decoder = (): ValueDecoder => {
    try {
      const context =
        dictionary === undefined ? { column, valueCount, limits } : { column, valueCount, limits, dictionary };
      return placed(encodings.resolve(encoding, column).decoder(values, context), at);
    } catch (error) {
      throw withPlace(error, at);
    }
  };
  return {
    header,
    column,
    encoding,
    slotCount,
    valueCount,
    rowCount,
    nulls,
    values: decoder,
    readInto: (target) => decoder().readInto(target, valueCount),
  };
}

/** What a v2 header says of nulls and rows must be what the levels say. */
function checkCounts(header: PageHeader, column: LeafColumn, levels: DecodedLevels): void {
  const v2 = headerV2Of(header);
  if (v2 === undefined) return;
  // Writers differ in whether empty lists count as nulls, so repeated columns go by their levels.
  if (column.maxRepetitionLevel === 0 && v2.numNulls !== levels.nulls.nullCount) {
    throw new ParquetError('CORRUPT', `the header says ${v2.numNulls} nulls, the levels ${levels.nulls.nullCount}`);
  }
  if (v2.numRows !== levels.rowCount) {
    throw new ParquetError('CORRUPT', `the header says ${v2.numRows} rows, the levels ${levels.rowCount}`);
  }
}

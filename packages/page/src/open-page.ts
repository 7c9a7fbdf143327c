/**
 * Opens a data page: verifies the checksum, decompresses the body and decodes the levels. Values are decoded on
 * request.
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

/** A data page, and options for reading it. */
export interface OpenPageOptions {
  readonly header: PageHeader;
  /**
   * The body as stored: `header.compressedPageSize` bytes. If the body is not compressed, the opened page aliases it.
   */
  readonly body: Uint8Array;
  readonly column: LeafColumn;
  readonly encodings: EncodingRegistry;
  /** The codec of the chunk; absent if UNCOMPRESSED. If the codec has `prepare`, call it before opening pages. */
  readonly codec?: Codec | undefined;
  /** The chunk's dictionary, from `openDictionaryPage`. */
  readonly dictionary?: DirectValues | undefined;
  readonly limits?: Limits;
  /**
   * Allocates memory for the decompressed body: `byteLength` bytes, 8-byte aligned. The bytes need not be 0. The page
   * and the values read from it may alias this memory, so reuse it only when you no longer need them. Default: new
   * memory.
   */
  readonly allocateBody?: ((byteLength: number) => Uint8Array) | undefined;
  /**
   * Replacements for the functions that decode levels, compute checksums and allocate memory for levels. Encodings do
   * not use them.
   */
  readonly kernels?: Pick<Kernels, 'allocate' | 'readLevels' | 'crc32'>;
  /** The location of the page, for errors. */
  readonly at?: ErrorPlace;
  /** True to throw CORRUPT if the header has a checksum that differs from that of the body; default true. */
  readonly verifyChecksums?: boolean;
}

/** An opened data page. Its values may alias the page's decompressed body, and so may its levels and bitmap. */
export interface DataPage {
  readonly header: PageHeader;
  readonly column: LeafColumn;
  /** Id of the encoding of the values. */
  readonly encoding: number;
  /** Number of slots, including nulls: `num_values` in the header. */
  readonly slotCount: number;
  /** Number of values: the number of slots minus the number of nulls. */
  readonly valueCount: number;
  /**
   * Number of rows that start in the page. A v1 page may start inside a row that started in an earlier page; its first
   * repetition level is then not 0, and the row is not counted.
   */
  readonly rowCount: number;
  readonly nulls: Nulls;
  /**
   * Returns a new decoder, positioned at the first value.
   * @throws ParquetError UNSUPPORTED if the encoding is not registered; CORRUPT, TRUNCATED or LIMIT for invalid bytes.
   */
  values(): ValueDecoder;
  /**
   * Appends all values to `target`, without entries for nulls. (`readSpaced` appends one entry per slot.) Throws the
   * same errors as {@link values}.
   */
  readInto(target: ColumnBuffer): void;
}

/**
 * Opens a data page, v1 or v2. This function and all reads from the page are synchronous and block the event loop. To
 * let other work run in between, read the values of a large page in several calls.
 * @throws ParquetError INVALID_ARGUMENT for a page of another type; CORRUPT, TRUNCATED or LIMIT for invalid bytes.
 * Errors state the location of the page (`at`).
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
  // Convert a Node Buffer to a plain Uint8Array: the `slice` of a Buffer does not copy.
  const body = bytesOf(options.body);
  const limits = options.limits ?? defaultLimits;
  const kernels: NonNullable<OpenPageOptions['kernels']> = options.kernels ?? { allocate: allocateBytes };
  const dataHeader = dataHeaderOf(header);
  if (dataHeader === undefined) {
    throw new ParquetError('INVALID_ARGUMENT', '`header` must be a data page header: see `isDataPage`');
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

/** Checks that the numbers of nulls and rows in a v2 header match the decoded levels. */
function checkCounts(header: PageHeader, column: LeafColumn, levels: DecodedLevels): void {
  const v2 = headerV2Of(header);
  if (v2 === undefined) return;
  // The null count of a repeated column is not checked, because some writers count empty lists as nulls and others do
  // not.
  if (column.maxRepetitionLevel === 0 && v2.numNulls !== levels.nulls.nullCount) {
    throw new ParquetError(
      'CORRUPT',
      `the header states ${v2.numNulls} nulls, but the page has ${levels.nulls.nullCount}`,
    );
  }
  if (v2.numRows !== levels.rowCount) {
    throw new ParquetError('CORRUPT', `the header states ${v2.numRows} rows, but the page has ${levels.rowCount}`);
  }
}

/**
 * Writes a data page, v1 or v2, from values that are already encoded.
 *
 *   v1   header | codec( repetition levels | definition levels | values )
 *   v2   header | repetition levels | definition levels | codec( values )
 *
 * Source: parquet.thrift `DataPageHeader`, `DataPageHeaderV2`; README.md#data-pages.
 */
import { type Codec, EncodingId, type LeafColumn, type Nulls, nameOf, PageType, ParquetError } from '@marquetry/core';
import { countValues } from '@marquetry/levels';
import type { Statistics } from '@marquetry/metadata';
import { type EncodedLevels, encodePageLevels } from './levels.js';
import { assemblePage, type ChecksumOptions, type WrittenPage, withPacked } from './page-bytes.js';

/** A data page to write, and options for writing it. */
export interface WriteDataPageOptions extends ChecksumOptions {
  readonly version: 1 | 2;
  readonly column: LeafColumn;
  /** Id of the encoding of `values`. */
  readonly encoding: number;
  /** The encoded values, from `ValueEncoder.finish`. */
  readonly values: Uint8Array;
  /** Number of slots, including nulls. */
  readonly slotCount: number;
  /** Number of rows that start in the page. For a flat column, pass the number of slots. */
  readonly rowCount: number;
  /** The nulls: a bitmap for a flat column, levels for a nested column. */
  readonly nulls: Nulls;
  /**
   * The encoding of the levels: `EncodingId.RLE` (default), or in v1 the deprecated `EncodingId.BIT_PACKED`, for tests
   * and old readers. parquet-java reads BIT_PACKED as specified; Arrow C++ and arrow-rs read the bits of each byte in
   * the wrong order.
   */
  readonly levelEncoding?: number;
  /** The codec of the chunk. Absent if the chunk is UNCOMPRESSED. */
  readonly codec?: Codec | undefined;
  /** Statistics to store in the header. Default: none. */
  readonly statistics?: Statistics | undefined;
}

/**
 * Returns a data page: header and body. If compression does not make the values of a v2 page smaller, they are stored
 * uncompressed, and `isCompressed` in the header is false.
 * @throws ParquetError INVALID_ARGUMENT if the nulls, the slot count or the row count contradict the column or each
 * other; UNSUPPORTED if the codec cannot compress; LIMIT for a page of 2 GiB or more.
 */
export function writeDataPage(options: WriteDataPageOptions): WrittenPage {
  const { version, column, nulls, slotCount } = options;
  const levelEncoding = options.levelEncoding ?? EncodingId.RLE;
  if (version !== 1 && version !== 2) throw invalid(`\`version\` must be 1 or 2, got ${version}`);
  if (!(levelEncoding === EncodingId.RLE || (levelEncoding === EncodingId.BIT_PACKED && version === 1))) {
    const defined = version === 1 ? 'RLE or BIT_PACKED' : 'RLE';
    throw invalid(
      `\`levelEncoding\` of a v${version} page must be ${defined}, got ${nameOf(EncodingId, levelEncoding)}`,
    );
  }
  const valueCount = countValues(column, options);
  const levels = encodePageLevels(column, nulls, slotCount, {
    lengthPrefixed: version === 1,
    encoding: levelEncoding,
  });
  return version === 1 ? writeV1(options, levels, levelEncoding) : writeV2(options, levels, valueCount);
}

function writeV1(options: WriteDataPageOptions, levels: EncodedLevels, levelEncoding: number): WrittenPage {
  const { codec, values, slotCount, encoding, statistics } = options;
  const parts = [levels.repetition, levels.definition, values];
  const byteLength = levels.repetition.length + levels.definition.length + values.length;
  const dataPageHeader = {
    numValues: slotCount,
    encoding,
    definitionLevelEncoding: levelEncoding,
    repetitionLevelEncoding: levelEncoding,
    ...(statistics === undefined ? {} : { statistics }),
  };
  const rest = { type: PageType.DATA_PAGE, dataPageHeader };
  return withPacked(codec, parts, (stored) => assemblePage(rest, [stored], byteLength, options));
}

function writeV2(options: WriteDataPageOptions, levels: EncodedLevels, valueCount: number): WrittenPage {
  const { codec, values, slotCount, rowCount, encoding, statistics } = options;
  const { repetition, definition } = levels;
  const byteLength = repetition.length + definition.length + values.length;
  const assemble = (packed: Uint8Array): WrittenPage => {
    const isCompressed = packed.length < values.length;
    const dataPageHeaderV2 = {
      numValues: slotCount,
      numNulls: slotCount - valueCount,
      numRows: rowCount,
      encoding,
      definitionLevelsByteLength: definition.length,
      repetitionLevelsByteLength: repetition.length,
      isCompressed,
      ...(statistics === undefined ? {} : { statistics }),
    };
    const parts = [repetition, definition, isCompressed ? packed : values];
    return assemblePage({ type: PageType.DATA_PAGE_V2, dataPageHeaderV2 }, parts, byteLength, options);
  };
  // The codec is not called for zero bytes, because some readers do not accept the compressed form of empty data.
  return values.length === 0 ? assemble(values) : withPacked(codec, [values], assemble);
}

function invalid(reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason);
}

/**
 * Writes a data page, v1 or v2, around values that are encoded already.
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

/** A data page to write, and how. */
export interface WriteDataPageOptions extends ChecksumOptions {
  readonly version: 1 | 2;
  readonly column: LeafColumn;
  /** Wire id of the encoding that `values` are in. */
  readonly encoding: number;
  /** The encoded values: what `ValueEncoder.finish` gave. */
  readonly values: Uint8Array;
  /** Slots, nulls included. */
  readonly slotCount: number;
  /** Rows that start in the page; of a flat column as many as slots. */
  readonly rowCount: number;
  /** A bitmap for a flat column, levels for a nested one. */
  readonly nulls: Nulls;
  /**
   * `EncodingId.RLE` (default), or in v1 the deprecated `EncodingId.BIT_PACKED`: for tests and old readers. Of today's
   * readers, parquet-java takes it as the specification has it, Arrow C++ and arrow-rs from the wrong end of the bytes.
   */
  readonly levelEncoding?: number;
  /** Absent: UNCOMPRESSED. */
  readonly codec?: Codec | undefined;
  /** Bounds and counts for the header; default none. */
  readonly statistics?: Statistics | undefined;
}

/**
 * A data page: header and body. A v2 page whose values do not shrink is stored uncompressed and says so.
 * @throws ParquetError INVALID_ARGUMENT when nulls, slots and rows contradict the column or each other; UNSUPPORTED for
 *   a codec that does not write; LIMIT for a page of 2 GiB.
 */
export function writeDataPage(options: WriteDataPageOptions): WrittenPage {
  const { version, column, nulls, slotCount } = options;
  const levelEncoding = options.levelEncoding ?? EncodingId.RLE;
  if (version !== 1 && version !== 2) throw invalid(`data page version ${version}`);
  if (!(levelEncoding === EncodingId.RLE || (levelEncoding === EncodingId.BIT_PACKED && version === 1))) {
    const defined = version === 1 ? 'only RLE and BIT_PACKED are defined' : 'only RLE is defined there';
    throw invalid(`levels of a v${version} page in encoding ${nameOf(EncodingId, levelEncoding)}; ${defined}`);
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
  // No codec is called for nothing: readers differ in what they make of an empty frame.
  return values.length === 0 ? assemble(values) : withPacked(codec, [values], assemble);
}

function invalid(reason: string): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', reason);
}

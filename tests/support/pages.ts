/**
 * Builds whole pages, header and body, with the encoders of this workspace. Pages are valid, unless the test changes a field with `header`.
 */
import {
  type Codec,
  type DirectValues,
  type EncoderOptions,
  EncodingId,
  type LeafColumn,
  PageType,
  type Values,
} from '@marquetry/core';
import { standardEncodings } from '@marquetry/encodings';
import { levelWidth } from '@marquetry/levels';
import {
  type DataPageHeader,
  type DataPageHeaderV2,
  type PageHeader,
  type Statistics,
  writePageHeader,
} from '@marquetry/metadata';
import { crc32 } from '@marquetry/page';
import { encodeRuns } from '@marquetry/rle';
import { join } from './hex.js';

/** Header fields that replace the correct ones. */
type ForgedHeader = Omit<Partial<PageHeader>, 'dataPageHeader' | 'dataPageHeaderV2' | 'dictionaryPageHeader'> & {
  readonly data?: Partial<DataPageHeader> & Partial<DataPageHeaderV2>;
};

export interface BuildDataPageOptions {
  /** Version of the data page. The default is 1. */
  readonly version?: 1 | 2;
  readonly column: LeafColumn;
  /** Id of the encoding, which must be in `standardEncodings`. */
  readonly encoding: number;
  /** The values without nulls. They must be `DictionaryValues` if the encoding uses a dictionary. */
  readonly values: Values;
  /** One definition level per slot. The default is no nulls. Ignored if the column has no definition levels. */
  readonly definition?: readonly number[];
  /** One repetition level per slot. By default, every slot is a row. Ignored if the column has no repetition levels. */
  readonly repetition?: readonly number[];
  /**
   * v1 only: `EncodingId.RLE` (default) or `EncodingId.BIT_PACKED`. The encoding of levels that the header states, even
   * if there are no levels.
   */
  readonly levelEncoding?: number;
  /** A codec that can compress. By default, the page is not compressed. */
  readonly codec?: Codec | undefined;
  /** True writes the correct checksum, and a number is written as the checksum. By default, the page has no checksum. */
  readonly crc?: boolean | number;
  /**
   * v2 only: the header field `is_compressed`. False stores the values uncompressed, whatever the codec. By default, the header does not
   * have the field.
   */
  readonly isCompressed?: boolean | undefined;
  readonly statistics?: Statistics;
  /** Options for the encoder, such as a block size. */
  readonly encoderOptions?: EncoderOptions;
  /** Encoded values to use instead of encoding `values`. */
  readonly encoded?: Uint8Array;
  readonly header?: ForgedHeader;
}

/** Returns the bytes of a data page: header and body. */
export function buildDataPage(options: BuildDataPageOptions): Uint8Array<ArrayBuffer> {
  const { version = 1, column, encoding, values, statistics, codec, isCompressed, header: forged = {} } = options;
  const numValues = options.definition?.length ?? options.repetition?.length ?? values.length;
  const definition =
    column.maxDefinitionLevel > 0 ? (options.definition ?? Array(numValues).fill(column.maxDefinitionLevel)) : [];
  const repetition = column.maxRepetitionLevel > 0 ? (options.repetition ?? Array(numValues).fill(0)) : [];
  const encoded = options.encoded ?? encodeValues(column, encoding, values, options.encoderOptions);
  const { data, ...outer } = forged;
  const shared = { numValues, encoding, ...(statistics === undefined ? {} : { statistics }) };
  if (version === 1) {
    const levelEncoding = options.levelEncoding ?? EncodingId.RLE;
    const raw = join(
      levelsV1(repetition, column.maxRepetitionLevel, levelEncoding),
      levelsV1(definition, column.maxDefinitionLevel, levelEncoding),
      encoded,
    );
    const dataPageHeader = {
      ...shared,
      definitionLevelEncoding: levelEncoding,
      repetitionLevelEncoding: levelEncoding,
      ...data,
    };
    return page({ type: PageType.DATA_PAGE, dataPageHeader, ...outer }, pack(raw, codec), raw.length, options.crc);
  }
  const repetitionLevels = runsOf(repetition, column.maxRepetitionLevel);
  const definitionLevels = runsOf(definition, column.maxDefinitionLevel);
  // Writers store an empty body without compressing it.
  const stored = isCompressed === false || encoded.length === 0 ? encoded : pack(encoded, codec);
  const dataPageHeaderV2 = {
    ...shared,
    numNulls: numValues - values.length,
    numRows: column.maxRepetitionLevel > 0 ? repetition.filter((level) => level === 0).length : numValues,
    definitionLevelsByteLength: definitionLevels.length,
    repetitionLevelsByteLength: repetitionLevels.length,
    ...(isCompressed === undefined ? {} : { isCompressed }),
    ...data,
  };
  const levelBytes = repetitionLevels.length + definitionLevels.length;
  const header = { type: PageType.DATA_PAGE_V2, dataPageHeaderV2, ...outer };
  return page(header, join(repetitionLevels, definitionLevels, stored), levelBytes + encoded.length, options.crc);
}

export interface BuildDictionaryPageOptions {
  readonly column: LeafColumn;
  readonly values: DirectValues;
  readonly codec?: Codec | undefined;
  readonly crc?: boolean | number;
  /** `EncodingId.PLAIN` (default), or PLAIN_DICTIONARY, which means the same here. */
  readonly encoding?: number;
  /** Number of entries that the header states. The default is the actual number. */
  readonly numValues?: number;
  readonly header?: Omit<ForgedHeader, 'data'>;
}

/** Returns the bytes of a dictionary page: header and body. */
export function buildDictionaryPage(options: BuildDictionaryPageOptions): Uint8Array<ArrayBuffer> {
  const { column, values, codec, encoding = EncodingId.PLAIN, numValues = values.length } = options;
  const raw = encodeValues(column, EncodingId.PLAIN, values);
  const header = { type: PageType.DICTIONARY_PAGE, dictionaryPageHeader: { numValues, encoding }, ...options.header };
  return page(header, pack(raw, codec), raw.length, options.crc);
}

/** Returns a page of any other type: an INDEX_PAGE or an unknown type. */
export function buildOtherPage(type: number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return page(type === PageType.INDEX_PAGE ? { type, indexPageHeader: {} } : { type }, body, body.length);
}

/** Encodes values in one of the standard encodings. */
export function encodeValues(
  column: LeafColumn,
  id: number,
  values: Values,
  options?: EncoderOptions,
): Uint8Array<ArrayBufferLike> {
  // The encodings with ids 2 and 8 have the same bytes, but the packages write only id 8.
  const encoding = standardEncodings.resolve(
    id === EncodingId.PLAIN_DICTIONARY ? EncodingId.RLE_DICTIONARY : id,
    column,
  );
  if (encoding.encoder === undefined) throw new Error(`the ${encoding.name} encoding has no encoder`);
  const encoder = encoding.encoder(column, options);
  encoder.write(values, 0, values.length);
  return encoder.finish();
}

type PageHeaderRest = Omit<PageHeader, 'uncompressedPageSize' | 'compressedPageSize'>;

function page(
  rest: PageHeaderRest,
  body: Uint8Array,
  uncompressedPageSize: number,
  crc: boolean | number = false,
): Uint8Array<ArrayBuffer> {
  const sum = crc === true ? crc32(body) : crc;
  const sizes = { uncompressedPageSize, compressedPageSize: body.length };
  return join(writePageHeader({ ...sizes, ...rest, ...(sum === false ? {} : { crc: sum }) }), body);
}

function pack(raw: Uint8Array, codec: Codec | undefined): Uint8Array {
  if (codec === undefined) return raw;
  if (codec.compress === undefined) throw new Error(`the ${codec.name} codec cannot compress`);
  return codec.compress(raw);
}

function runsOf(levels: readonly number[], maxLevel: number): Uint8Array {
  return maxLevel === 0
    ? new Uint8Array(0)
    : encodeRuns(Int32Array.from(levels), 0, levels.length, levelWidth(maxLevel));
}

/** Returns the levels of a v1 page: RLE runs after their length, or BIT_PACKED levels without a length. Empty if the maximum level is 0. */
function levelsV1(levels: readonly number[], maxLevel: number, encoding: number): Uint8Array {
  if (maxLevel === 0) return new Uint8Array(0);
  if (encoding === EncodingId.BIT_PACKED) return bitPacked(levels, levelWidth(maxLevel));
  const runs = runsOf(levels, maxLevel);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, runs.length, true);
  return join(length, runs);
}

/** Encodes levels as BIT_PACKED: most significant bit first, without a header (Encodings.md#bit-packed-deprecated-bit_packed--4). */
function bitPacked(levels: readonly number[], width: number): Uint8Array {
  const bits = levels.map((level) => level.toString(2).padStart(width, '0')).join('');
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}

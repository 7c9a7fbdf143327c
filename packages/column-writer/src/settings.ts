/** Checks the options of a chunk writer, and fills in defaults. */
import { javascriptKernels } from '@marquetry/bit-io';
import type { BloomFilterOptions } from '@marquetry/bloom-filter';
import {
  type Codec,
  defaultLimits,
  type EncoderOptions,
  EncodingId,
  type EncodingRegistry,
  type Kernels,
  type Limits,
  ParquetError,
} from '@marquetry/core';
import type { LeafNode } from '@marquetry/schema';
import { type BoundsFormat, boundsOrder } from './bounds-format.js';
import { type EncodingPolicy, smallestEncoding } from './encoding-policy.js';
import type { ChunkWriterOptions, DictionaryBounds } from './options.js';

/** The settings of a chunk writer, which all of its parts use. */
export interface ChunkSettings {
  readonly leaf: LeafNode;
  readonly encodings: EncodingRegistry;
  /** The codec that compresses pages; undefined for UNCOMPRESSED. */
  readonly codec: Codec | undefined;
  readonly pageVersion: 1 | 2;
  readonly pageBytes: number;
  readonly pageRows: number;
  /** The id of an encoding, or a policy that chooses an encoding. */
  readonly encoding: number | EncodingPolicy;
  readonly encoderOptions: EncoderOptions | undefined;
  readonly levelEncoding: number;
  /** The bounds of the dictionary; undefined if no dictionary may be used. */
  readonly dictionary: Required<DictionaryBounds> | undefined;
  readonly checksums: boolean;
  readonly statistics: boolean;
  /** Whether to write a ColumnIndex. Always false if statistics are off. */
  readonly pageIndex: boolean;
  readonly bounds: BoundsFormat;
  /** The options of the Bloom filter; undefined if no filter is written. */
  readonly bloomFilter: BloomFilterOptions | undefined;
  readonly kernels: Kernels;
  readonly limits: Limits;
}

/**
 * The default page size, which is the same as in parquet-java. Pages should be small, because common readers keep whole
 * pages in memory.
 */
const defaultPageBytes = 2 ** 20;
/**
 * The default number of rows per page, which is the same as in parquet-java. With an OffsetIndex, a page is the
 * smallest part of a column that a reader fetches.
 */
const defaultPageRows = 20_000;
const defaultDictionaryBytes = 2 ** 20;
/** The default maximum length of bounds, which is the same as for column indexes in parquet-java. */
const defaultBoundBytes = 64;

/**
 * Checks the options, and fills in defaults.
 * @throws ParquetError INVALID_ARGUMENT for options out of range; UNSUPPORTED if the codec cannot compress.
 */
export function settingsOf(options: ChunkWriterOptions): ChunkSettings {
  const { leaf, codec, statistics = true, columnOrder = 'TYPE_ORDER', bloomFilter = false } = options;
  const { pageBytes = defaultPageBytes, pageRows = defaultPageRows, limits = defaultLimits } = options;
  if (!(pageBytes > 0))
    throw new ParquetError('INVALID_ARGUMENT', `\`pageBytes\` must be greater than 0, got ${pageBytes}`);
  if (!(pageRows >= 1)) throw new ParquetError('INVALID_ARGUMENT', `\`pageRows\` must be at least 1, got ${pageRows}`);
  if (codec !== undefined && codec.compress === undefined) {
    throw new ParquetError(
      'UNSUPPORTED',
      `the ${codec.name} codec (${codec.id}) can only decompress: use a codec with \`compress\``,
    );
  }
  const { encoding = smallestEncoding } = options;
  if (typeof encoding !== 'number' && typeof encoding !== 'function') {
    const what = `\`encoding\` must be an id, such as EncodingId.PLAIN, or a function, got ${JSON.stringify(encoding)}`;
    throw new ParquetError('INVALID_ARGUMENT', what);
  }
  const order = boundsOrder(leaf, columnOrder);
  return {
    leaf,
    encodings: options.encodings,
    codec,
    pageVersion: options.pageVersion ?? 1,
    pageBytes,
    pageRows: Math.floor(pageRows),
    encoding,
    encoderOptions: options.encoderOptions,
    levelEncoding: options.levelEncoding ?? EncodingId.RLE,
    dictionary: dictionaryBounds(options.dictionary ?? true, limits),
    checksums: options.checksums ?? true,
    statistics,
    pageIndex: statistics && (options.pageIndex ?? true),
    bounds: { order: statistics ? order : undefined, boundBytes: options.boundBytes ?? defaultBoundBytes },
    bloomFilter: bloomFilter === false ? undefined : bloomFilter === true ? {} : bloomFilter,
    kernels: options.kernels ?? javascriptKernels,
    limits,
  };
}

function dictionaryBounds(
  dictionary: boolean | DictionaryBounds,
  limits: Limits,
): Required<DictionaryBounds> | undefined {
  if (dictionary === false) return undefined;
  const { maxBytes = defaultDictionaryBytes, maxValues = Number.POSITIVE_INFINITY } =
    dictionary === true ? {} : dictionary;
  return { maxBytes, maxValues: Math.min(maxValues, limits.dictionaryValues) };
}

/** The options of a chunk writer. */
import type { BloomFilterOptions } from '@marquetry/bloom-filter';
import type { Codec, EncoderOptions, EncodingRegistry, Kernels, Limits } from '@marquetry/core';
import type { ColumnOrder } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { EncodingPolicy } from './encoding-policy.js';

/**
 * Bounds at which a dictionary counts as full. The remaining pages of the chunk are then written without the
 * dictionary.
 */
export interface DictionaryBounds {
  /** Maximum number of bytes of the dictionary page before compression. Default: 1 MiB. */
  readonly maxBytes?: number;
  /** Maximum number of dictionary entries. Default: `limits.dictionaryValues`. */
  readonly maxValues?: number;
}

/** The options of `createChunkWriter`. */
export interface ChunkWriterOptions {
  readonly leaf: LeafNode;
  /** The encodings that the writer may use. They must contain PLAIN, and RLE_DICTIONARY if dictionaries may be used. */
  readonly encodings: EncodingRegistry;
  /**
   * The codec that compresses pages. It must be prepared (see `Codec.prepare`) and able to compress. Default:
   * UNCOMPRESSED.
   */
  readonly codec?: Codec | undefined;
  /** The version of data pages, 1 or 2. Default: 1. */
  readonly pageVersion?: 1 | 2;
  /**
   * Maximum number of bytes that the values of a page take when PLAIN-encoded. Default: 1 MiB. A page has at least one
   * row, even if that row exceeds this size.
   */
  readonly pageBytes?: number;
  /** Maximum number of rows per page. Default: 20,000. */
  readonly pageRows?: number;
  /** The id of an encoding, or a policy that chooses an encoding. Default: `smallestEncoding`. */
  readonly encoding?: number | EncodingPolicy | undefined;
  /** Options that are passed to the encoder of the chosen encoding. */
  readonly encoderOptions?: EncoderOptions | undefined;
  /** The encoding of levels in v1 pages: `EncodingId.RLE` (default) or `EncodingId.BIT_PACKED`. */
  readonly levelEncoding?: number | undefined;
  /** Whether a dictionary may be used, or the bounds of the dictionary. Default: true. */
  readonly dictionary?: boolean | DictionaryBounds;
  /** Whether to write a CRC-32 checksum per page. Default: true. */
  readonly checksums?: boolean;
  /** Whether to write statistics, such as bounds and null counts. Default: true. */
  readonly statistics?: boolean;
  /** Whether to write a ColumnIndex. Default: true. If false, page headers contain statistics instead. */
  readonly pageIndex?: boolean;
  /** Whether to write a Bloom filter, or the options of the filter. Default: false. */
  readonly bloomFilter?: boolean | BloomFilterOptions | undefined;
  /**
   * The order of values that the footer declares for the column. It determines the bounds. Default: TYPE_ORDER.
   */
  readonly columnOrder?: ColumnOrder['kind'] | undefined;
  /**
   * Maximum number of bytes of a bound (minimum or maximum) of byte arrays. Longer bounds are truncated. Default: 64.
   */
  readonly boundBytes?: number;
  readonly kernels?: Kernels;
  readonly limits?: Limits;
}

/**
 * Options of a chunk writer.
 */
import type { BloomFilterOptions } from '@marquetry/bloom-filter';
import type { Codec, EncoderOptions, EncodingRegistry, Kernels, Limits } from '@marquetry/core';
import type { ColumnOrder } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { EncodingPolicy } from './encoding-policy.js';

/** Sizes at which a dictionary is full. The rest of the chunk is then written without it. */
export interface DictionaryBounds {
  /** Maximum bytes of the dictionary page before compression; default 1 MiB. */
  readonly maxBytes?: number;
  /** Maximum number of entries; default `limits.dictionaryValues`. */
  readonly maxValues?: number;
}

/** Options of `createChunkWriter`. */
export interface ChunkWriterOptions {
  readonly leaf: LeafNode;
  /** The available encodings. They must contain PLAIN, and RLE_DICTIONARY if dictionaries may be used. */
  readonly encodings: EncodingRegistry;
  /** The codec, which must be prepared and able to compress. Default: UNCOMPRESSED. */
  readonly codec?: Codec | undefined;
  /** Version of data pages; default 1. */
  readonly pageVersion?: 1 | 2;
  /**
   * Maximum size of a page's values in bytes, measured as PLAIN; default 1 MiB. A page has at least one row, even if
   * that exceeds it.
   */
  readonly pageBytes?: number;
  /** Maximum rows per page; default 20,000. */
  readonly pageRows?: number;
  /** The id of an encoding, or a policy that chooses an encoding; default `smallestEncoding`. */
  readonly encoding?: number | EncodingPolicy | undefined;
  /** Options for the encoder of the encoding. */
  readonly encoderOptions?: EncoderOptions | undefined;
  /** The encoding of levels in v1 pages: `EncodingId.RLE` (default) or `EncodingId.BIT_PACKED`. */
  readonly levelEncoding?: number | undefined;
  /** True if a dictionary may be used; default true. */
  readonly dictionary?: boolean | DictionaryBounds;
  /** True to write a CRC-32 per page; default true. */
  readonly checksums?: boolean;
  /** True to write bounds and counts; default true. */
  readonly statistics?: boolean;
  /** True to write a ColumnIndex; default true. If false, page headers contain statistics. */
  readonly pageIndex?: boolean;
  /** True or options to write a Bloom filter; default false. */
  readonly bloomFilter?: boolean | BloomFilterOptions | undefined;
  /** The order that the footer states for the column's bounds; default TYPE_ORDER. */
  readonly columnOrder?: ColumnOrder['kind'] | undefined;
  /** Maximum bytes of a byte-array bound; longer bounds are truncated. Default 64. */
  readonly boundBytes?: number;
  readonly kernels?: Kernels;
  readonly limits?: Limits;
}

/**
 * Options of a chunk writer.
 */
import type { BloomFilterOptions } from '@marquetry/bloom-filter';
import type { Codec, EncoderOptions, EncodingRegistry, Kernels, Limits } from '@marquetry/core';
import type { ColumnOrder } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { EncodingPolicy } from './encoding-policy.js';

/** Sizes at which a dictionary is full. The rest of the chunk is written without it. */
export interface DictionaryBounds {
  /** Bytes of the dictionary page before compression; default 1 MiB. */
  readonly maxBytes?: number;
  /** Entries; default `limits.dictionaryValues`. */
  readonly maxValues?: number;
}

/** Options of `createChunkWriter`. */
export interface ChunkWriterOptions {
  readonly leaf: LeafNode;
  /** Must hold PLAIN, and RLE_DICTIONARY if dictionaries are to be used. */
  readonly encodings: EncodingRegistry;
  /** Default: UNCOMPRESSED. Must compress, and be prepared. */
  readonly codec?: Codec | undefined;
  /** Default 1. */
  readonly pageVersion?: 1 | 2;
  /** Bytes that the values of a page take as PLAIN; default 1 MiB. A page has at least one row. */
  readonly pageBytes?: number;
  /** Rows of a page; default 20,000. */
  readonly pageRows?: number;
  /** A wire id, or a policy that chooses one; default `smallestEncoding`. */
  readonly encoding?: number | EncodingPolicy | undefined;
  /** For the encoding's encoder. */
  readonly encoderOptions?: EncoderOptions | undefined;
  /** v1 only: encoding of the levels, `EncodingId.RLE` (default) or `EncodingId.BIT_PACKED`. */
  readonly levelEncoding?: number | undefined;
  /** Whether a dictionary may be used; default true. */
  readonly dictionary?: boolean | DictionaryBounds;
  /** Whether pages carry a CRC-32; default true. */
  readonly checksums?: boolean;
  /** Whether bounds and counts are written; default true. */
  readonly statistics?: boolean;
  /** Whether a ColumnIndex is made; default true. If not, page headers carry statistics. */
  readonly pageIndex?: boolean;
  /** Default: none. */
  readonly bloomFilter?: boolean | BloomFilterOptions | undefined;
  /** The order that the footer states for the column; default TYPE_ORDER. */
  readonly columnOrder?: ColumnOrder['kind'] | undefined;
  /** Bytes to which bounds of byte arrays are shortened; default 64. */
  readonly boundBytes?: number;
  readonly kernels?: Kernels;
  readonly limits?: Limits;
}

/**
 * What a chunk writer may be told, and what it does where nothing is said.
 */
import type { BloomFilterOptions } from '@marquetry/bloom-filter';
import {
  type Codec,
  defaultLimits,
  type EncoderOptions,
  type EncodingRegistry,
  type Kernels,
  type Limits,
  ParquetError,
} from '@marquetry/core';
import type { ColumnOrder } from '@marquetry/metadata';
import type { LeafNode } from '@marquetry/schema';
import type { EncodingPolicy } from './encoding-policy.js';

/** How far a dictionary may grow before the rest of the chunk is written without it. */
export interface DictionaryBounds {
  /** Bytes of the dictionary page before compression; default 1 MiB. */
  readonly maxBytes?: number;
  /** Entries; default `limits.dictionaryValues`. */
  readonly maxValues?: number;
}

export interface ChunkWriterOptions {
  readonly leaf: LeafNode;
  /** Must hold PLAIN, and RLE_DICTIONARY where dictionaries are to be used. */
  readonly encodings: EncodingRegistry;
  /** Absent: UNCOMPRESSED. Must write, and be prepared. */
  readonly codec?: Codec | undefined;
  /** Default 1. */
  readonly pageVersion?: 1 | 2;
  /** Bytes that the values of a page take as PLAIN; default 1 MiB. A page has at least one row. */
  readonly pageBytes?: number;
  /** Rows of a page; default 20,000. */
  readonly pageRows?: number;
  /** A wire id, or what chooses one; default {@link smallestEncoding}. */
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
  /** Whether a ColumnIndex is made; default true. Page headers carry statistics where it is not. */
  readonly pageIndex?: boolean;
  /** Default: none. */
  readonly bloomFilter?: boolean | BloomFilterOptions | undefined;
  /** The order that the footer will state for the column; default TYPE_ORDER. */
  readonly columnOrder?: ColumnOrder['kind'] | undefined;
  /** Bytes that bounds of byte arrays may take; default 64. */
  readonly boundBytes?: number;
  readonly kernels?: Kernels;
  readonly limits?: Limits;
}

/** Parquet readers in wide use make whole pages resident: this is what the reference writer takes. */
const defaultPageBytes = 2 ** 20;
/** With an OffsetIndex, a page is the least that a reader takes of a column. */
const defaultPageRows = 20_000;
const defaultDictionaryBytes = 2 ** 20;

/** @throws ParquetError INVALID_ARGUMENT when a page could hold nothing. */
export function pageBoundsOf(options: ChunkWriterOptions): { readonly pageBytes: number; readonly pageRows: number } {
  const { pageBytes = defaultPageBytes, pageRows = defaultPageRows } = options;
  if (!(pageBytes > 0 && pageRows >= 1)) {
    throw new ParquetError('INVALID_ARGUMENT', `pages of ${pageBytes} bytes and ${pageRows} rows`);
  }
  return { pageBytes, pageRows: Math.floor(pageRows) };
}

/** Bounds of the dictionary; undefined when there is to be none. */
export function dictionaryBoundsOf(options: ChunkWriterOptions): Required<DictionaryBounds> | undefined {
  const { dictionary = true, limits = defaultLimits } = options;
  if (dictionary === false) return undefined;
  const bounds = dictionary === true ? {} : dictionary;
  return {
    maxBytes: bounds.maxBytes ?? defaultDictionaryBytes,
    maxValues: Math.min(bounds.maxValues ?? Number.POSITIVE_INFINITY, limits.dictionaryValues),
  };
}

/**
 * Which encoding a column is written in. Policies choose; `value-writer.ts` has the mechanics.
 */
import { type DirectValues, EncodingId, ParquetError, PhysicalType } from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { refusalsOf } from './reader-support.js';

/** Some of the first values of a column chunk, and what they cost. */
export interface EncodingSample {
  readonly values: DirectValues;
  /**
   * Ids that may be chosen: encodings of the registry that write, can hold the column and are current. Those that use a
   * dictionary are missing if dictionaries are off, or the one in use is full.
   */
  readonly candidates: readonly number[];
  /**
   * Bytes that the sample takes in a candidate, compressed with the chunk's codec. With a dictionary that includes the
   * sample's share of the entries that a whole chunk is expected to have; Infinity when they pass the bounds.
   */
  measure(encoding: number): number;
}

/** Returns the wire id to write in. It is called once per chunk, and again when the chunk's dictionary is full. */
export type EncodingPolicy = (column: LeafNode, sample: EncodingSample) => number;

/**
 * Decoding time as a factor on size. Each value of DELTA_BYTE_ARRAY depends on the one before it; with a dictionary, the
 * reader copies indices instead of values.
 */
const decodingCost: Readonly<Record<number, number>> = {
  [EncodingId.RLE_DICTIONARY]: 0.95,
  [EncodingId.DELTA_BINARY_PACKED]: 1.05,
  [EncodingId.BYTE_STREAM_SPLIT]: 1.05,
  [EncodingId.DELTA_BYTE_ARRAY]: 1.25,
};

/**
 * The default: the smallest encoding of a sample among those that pyarrow, polars, DuckDB, Spark and arrow-rs all read, where
 * what decodes slower has to be that much smaller. Name an encoding, or use {@link smallestOfAll}, to write others.
 * @throws ParquetError UNSUPPORTED if no encoding at hand can write the column.
 */
export const smallestEncoding: EncodingPolicy = (column, sample) =>
  smallest(
    column,
    sample,
    sample.candidates.filter((id) => refusalsOf(id, column).length === 0),
  );

/**
 * {@link smallestEncoding} among all current encodings, BYTE_STREAM_SPLIT and DELTA_LENGTH_BYTE_ARRAY included: for files whose
 * readers are known to have them.
 * @throws ParquetError UNSUPPORTED if no encoding at hand can write the column.
 */
export const smallestOfAll: EncodingPolicy = (column, sample) => smallest(column, sample, sample.candidates);

function smallest(column: LeafNode, { measure }: EncodingSample, candidates: readonly number[]): number {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const id of candidates) {
    const cost = measure(id) * (decodingCost[id] ?? 1);
    if (best !== undefined && cost >= least) continue;
    best = id;
    least = cost;
  }
  if (best !== undefined) return best;
  throw new ParquetError('UNSUPPORTED', 'none of the registered encodings can write the column', {
    column: formatPath(column.path),
  });
}

/** Only what the oldest readers have: a dictionary if one may be used, otherwise PLAIN. */
export const compatibleEncoding: EncodingPolicy = (column, { candidates }) =>
  column.type !== PhysicalType.BOOLEAN && candidates.includes(EncodingId.RLE_DICTIONARY)
    ? EncodingId.RLE_DICTIONARY
    : EncodingId.PLAIN;

/** Options of a chunk writer for files that the oldest readers accept. */
export const compatibility: { readonly pageVersion: 1; readonly encoding: EncodingPolicy } = {
  pageVersion: 1,
  encoding: compatibleEncoding,
};

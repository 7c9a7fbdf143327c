/** Policies that choose the encoding of a column. `value-writer.ts` applies their choice. */
import { type DirectValues, EncodingId, ParquetError, PhysicalType } from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { refusalsOf } from './reader-support.js';

/** A sample of the first values of a column chunk, with a function that measures encodings on it. */
export interface EncodingSample {
  readonly values: DirectValues;
  /**
   * Ids to choose from: the registered encodings that can write, support the column and are current. Encodings that use
   * a dictionary are missing if dictionaries are off or the dictionary is full.
   */
  readonly candidates: readonly number[];
  /**
   * Returns the bytes that the sample takes in an encoding, after compression by the chunk's codec. For a dictionary
   * encoding this includes the sample's share of the dictionary expected for the whole chunk; it is Infinity if that
   * dictionary would exceed its bounds.
   */
  measure(encoding: number): number;
}

/** Returns the id of the encoding to use. Called once per chunk, and again if the chunk's dictionary becomes full. */
export type EncodingPolicy = (column: LeafNode, sample: EncodingSample) => number;

/**
 * Factors by which sizes are multiplied, to account for decoding time. Each value of DELTA_BYTE_ARRAY depends on the
 * previous one; with a dictionary, readers copy indices instead of values.
 */
const decodingCost: Readonly<Record<number, number>> = {
  [EncodingId.RLE_DICTIONARY]: 0.95,
  [EncodingId.DELTA_BINARY_PACKED]: 1.05,
  [EncodingId.BYTE_STREAM_SPLIT]: 1.05,
  [EncodingId.DELTA_BYTE_ARRAY]: 1.25,
};

/**
 * The default policy: chooses the smallest encoding for a sample, among those that pyarrow, polars, DuckDB, Spark and
 * arrow-rs can all read. Encodings that decode more slowly are chosen only if they are smaller by a corresponding
 * factor. To write other encodings, name one or use {@link smallestOfAll}.
 * @throws ParquetError UNSUPPORTED if none of the registered encodings can write the column.
 */
export const smallestEncoding: EncodingPolicy = (column, sample) =>
  smallest(
    column,
    sample,
    sample.candidates.filter((id) => refusalsOf(id, column).length === 0),
  );

/**
 * Like {@link smallestEncoding}, but among all current encodings, including BYTE_STREAM_SPLIT and
 * DELTA_LENGTH_BYTE_ARRAY. Use it if you know that the readers of the file support them.
 * @throws ParquetError UNSUPPORTED if none of the registered encodings can write the column.
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

/** Chooses only encodings of the oldest readers: a dictionary if it is available, otherwise PLAIN. */
export const compatibleEncoding: EncodingPolicy = (column, { candidates }) =>
  column.type !== PhysicalType.BOOLEAN && candidates.includes(EncodingId.RLE_DICTIONARY)
    ? EncodingId.RLE_DICTIONARY
    : EncodingId.PLAIN;

/** Options of a chunk writer for files that the oldest readers accept. */
export const compatibility: { readonly pageVersion: 1; readonly encoding: EncodingPolicy } = {
  pageVersion: 1,
  encoding: compatibleEncoding,
};

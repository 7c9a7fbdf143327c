/**
 * Policies: functions that choose the encoding of a column from a sample of its values. `value-writer.ts` calls them.
 */
import { type DirectValues, EncodingId, ParquetError, PhysicalType } from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';
import { refusalsOf } from './reader-support.js';

/**
 * The argument of a policy: the candidate encodings, and a function that measures how well a candidate encodes a sample
 * of the chunk's first values.
 */
export interface EncodingSample {
  readonly values: DirectValues;
  /**
   * The ids of the candidates. A candidate is a registered encoding that can write, supports the column, and has the
   * standing `current` (see `knownEncoding`). Encodings that use a dictionary are candidates only if dictionaries are
   * on and the dictionary is not full.
   */
  readonly candidates: readonly number[];
  /**
   * Returns the number of bytes that the sample takes in an encoding, after compression by the chunk's codec. For a
   * dictionary encoding, this includes the sample's proportional share of the dictionary that the whole chunk is
   * expected to need. The result is Infinity if that dictionary would exceed its bounds.
   */
  measure(encoding: number): number;
}

/**
 * A function that chooses the encoding of a column from a sample of its values, and returns the encoding's id. It is
 * called once per chunk, and once more if the chunk's dictionary becomes full.
 */
export type EncodingPolicy = (column: LeafNode, sample: EncodingSample) => number;

/**
 * Factors by which measured sizes are multiplied to account for decoding time. DELTA_BYTE_ARRAY is slow to decode,
 * because each value depends on the previous one. Dictionaries are fast, because readers copy indices instead of
 * values.
 */
const decodingCost: Readonly<Record<number, number>> = {
  [EncodingId.RLE_DICTIONARY]: 0.95,
  [EncodingId.DELTA_BINARY_PACKED]: 1.05,
  [EncodingId.BYTE_STREAM_SPLIT]: 1.05,
  [EncodingId.DELTA_BYTE_ARRAY]: 1.25,
};

/**
 * The default policy: chooses the encoding that makes a sample smallest, among those that pyarrow, polars, DuckDB,
 * Spark and arrow-rs can all read. An encoding that decodes more slowly is chosen only if it is smaller by a
 * corresponding factor. To write other encodings, select one by its id, or use {@link smallestOfAll}.
 * @throws ParquetError UNSUPPORTED if none of the registered encodings can write the column.
 */
export const smallestEncoding: EncodingPolicy = (column, sample) =>
  smallest(
    column,
    sample,
    sample.candidates.filter((id) => refusalsOf(id, column).length === 0),
  );

/**
 * Like {@link smallestEncoding}, but chooses from all current encodings, including BYTE_STREAM_SPLIT and
 * DELTA_LENGTH_BYTE_ARRAY. Use this policy if you know that the readers of the file support these encodings.
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
  throw new ParquetError('UNSUPPORTED', 'none of the registered encodings can write the column: register PLAIN', {
    column: formatPath(column.path),
  });
}

/** A policy for the oldest readers: chooses a dictionary if one may be used, otherwise PLAIN. */
export const compatibleEncoding: EncodingPolicy = (column, { candidates }) =>
  column.type !== PhysicalType.BOOLEAN && candidates.includes(EncodingId.RLE_DICTIONARY)
    ? EncodingId.RLE_DICTIONARY
    : EncodingId.PLAIN;

/** Options of a chunk writer for files that the oldest readers accept. */
export const compatibility: { readonly pageVersion: 1; readonly encoding: EncodingPolicy } = {
  pageVersion: 1,
  encoding: compatibleEncoding,
};

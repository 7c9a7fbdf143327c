/**
 * Which encoding a column is written in: policy, apart from the mechanics of writing it.
 */
import { EncodingId, type FlatValues, ParquetError, PhysicalType } from '@marquetry/core';
import { formatPath, type LeafNode } from '@marquetry/schema';

/** The first values of a column chunk, or some taken from among those that are at hand. */
export interface EncodingSample {
  readonly values: FlatValues;
  /**
   * Ids that may be chosen: encodings of the registry that write, can hold the column and are of today's set. Those that
   * use a dictionary are missing when dictionaries are not wanted, or the one in use has become full.
   */
  readonly candidates: readonly number[];
  /**
   * Bytes that the sample takes in a candidate, compressed with the chunk's codec. With a dictionary that includes the
   * sample's share of the entries that a whole chunk is expected to have; Infinity when they pass the bounds.
   */
  measure(encoding: number): number;
}

/** Gives the wire id to write in. It is asked once for a chunk, and again when its dictionary is full. */
export type EncodingPolicy = (column: LeafNode, sample: EncodingSample) => number;

/**
 * Times that decoding takes, as factors on size: what decodes slower has to be that much smaller. DELTA_BYTE_ARRAY
 * depends on the value before at each value; indices spare the reader the values.
 */
const decodingCost: Readonly<Record<number, number>> = {
  [EncodingId.RLE_DICTIONARY]: 0.95,
  [EncodingId.DELTA_BINARY_PACKED]: 1.05,
  [EncodingId.BYTE_STREAM_SPLIT]: 1.05,
  [EncodingId.DELTA_BYTE_ARRAY]: 1.25,
};

/** Legal, but refused by DuckDB (as of 1.5): BYTE_STREAM_SPLIT of other types than floats, DELTA_LENGTH_BYTE_ARRAY of decimals. */
function isWidelyRead(id: number, { type, annotation }: LeafNode): boolean {
  if (id === EncodingId.BYTE_STREAM_SPLIT) return type === PhysicalType.FLOAT || type === PhysicalType.DOUBLE;
  return id !== EncodingId.DELTA_LENGTH_BYTE_ARRAY || annotation?.kind !== 'DECIMAL';
}

/** The default: encodes the sample with every candidate that is widely read, and takes the smallest that decodes fast. */
export const smallestEncoding: EncodingPolicy = (column, { candidates, measure }) => {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const id of candidates) {
    if (!isWidelyRead(id, column)) continue;
    const cost = measure(id) * (decodingCost[id] ?? 1);
    if (best !== undefined && cost >= least) continue;
    best = id;
    least = cost;
  }
  if (best !== undefined) return best;
  throw new ParquetError('UNSUPPORTED', 'no encoding at hand can write the column', {
    column: formatPath(column.path),
  });
};

/** What the oldest readers know: a dictionary where it can be had, else PLAIN. */
export const compatibleEncoding: EncodingPolicy = (column, { candidates }) =>
  column.type !== PhysicalType.BOOLEAN && candidates.includes(EncodingId.RLE_DICTIONARY)
    ? EncodingId.RLE_DICTIONARY
    : EncodingId.PLAIN;

/** Options of a chunk writer for files that the oldest readers accept. */
export const compatibility: { readonly pageVersion: 1; readonly encoding: EncodingPolicy } = {
  pageVersion: 1,
  encoding: compatibleEncoding,
};

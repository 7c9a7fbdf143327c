/**
 * Estimates the size of a whole chunk's dictionary from a sample.
 *
 * The estimate compares the two halves of the sample. If the first half has `a` distinct values, the second half has
 * `b`, and `s` values occur in both halves, the chunk has about `a * b / s` distinct values (the Lincoln-Petersen
 * estimator, known from estimating animal populations by capturing and recapturing). If no value occurs in both halves,
 * the number of distinct values is assumed to grow in proportion to the number of values.
 */
import type { ColumnType, DirectValues } from '@marquetry/core';
import { createDictionaryBuilder } from '@marquetry/dictionary';
import type { DictionaryBounds } from './options.js';

/** A sample as dictionary indices, and the estimated size of the whole chunk's dictionary. */
export interface ExpectedDictionary {
  /** The values of the sample as indices into `dictionary`. */
  readonly indices: Int32Array;
  /** The distinct values of the sample. */
  readonly dictionary: DirectValues;
  /** The expected number of dictionary entries for the whole chunk. */
  readonly entries: number;
}

/**
 * Estimates, from a sample, how large the dictionary of a chunk will be.
 * @param expected The expected number of values in the chunk.
 * @returns undefined if the dictionary is expected to exceed its bounds.
 */
export function expectedDictionary(
  sample: DirectValues,
  expected: number,
  column: ColumnType,
  bounds: Required<DictionaryBounds>,
): ExpectedDictionary | undefined {
  const { length } = sample;
  const half = length >> 1;
  const whole = createDictionaryBuilder(column);
  const front = whole.add(sample, 0, half);
  const first = whole.values.length;
  const back = whole.add(sample, half, length);
  const second = createDictionaryBuilder(column);
  second.add(sample, half, length);
  if (front === undefined || back === undefined) return undefined;
  const indices = new Int32Array(length);
  indices.set(front);
  indices.set(back, half);
  const dictionary = whole.values;
  const shared = first + second.values.length - dictionary.length;
  const possible = shared > 0 ? (first * second.values.length) / shared : Number.POSITIVE_INFINITY;
  const growing = (dictionary.length / Math.max(length, 1)) * expected;
  const entries = expected === length ? dictionary.length : Math.max(dictionary.length, Math.min(possible, growing));
  const entryBytes = whole.byteLength / Math.max(dictionary.length, 1);
  if (entries > bounds.maxValues || entries * entryBytes > bounds.maxBytes) return undefined;
  return { indices, dictionary, entries };
}

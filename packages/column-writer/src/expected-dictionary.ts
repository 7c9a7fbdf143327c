/**
 * Estimates the size of a whole chunk's dictionary from a sample.
 *
 * The estimate counts distinct values that occur in both halves of the sample. If the first half has `a` distinct values, the second
 * has `b`, and `s` of them occur in both, there are about `a * b / s` distinct values (the Lincoln-Petersen estimate, known from
 * counting fish by catching them twice). If the halves share none, the number of entries grows in proportion to the number of values.
 */
import type { ColumnType, DirectValues } from '@marquetry/core';
import { createDictionaryBuilder } from '@marquetry/dictionary';
import type { DictionaryBounds } from './options.js';

/** A sample as indices, with the estimate for the whole chunk. */
export interface ExpectedDictionary {
  /** The sample as indices into `dictionary`. */
  readonly indices: Int32Array;
  /** The distinct values of the sample. */
  readonly dictionary: DirectValues;
  /** Expected number of entries for the whole chunk. */
  readonly entries: number;
}

/**
 * Estimates the dictionary of a chunk.
 * @param expected the expected number of values in the chunk.
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

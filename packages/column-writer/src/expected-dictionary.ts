/**
 * How large the dictionary of a whole chunk would be, judged by a sample.
 *
 * Values that both halves of the sample hold tell how many different values there are: if the first half has `a`, the second
 * `b`, and `s` of them are shared, about `a * b / s` (the estimate of Lincoln and Petersen, from marked fish that are caught
 * again). If the halves share none, the entries grow with the values.
 */
import type { ColumnType, DirectValues } from '@marquetry/core';
import { createDictionaryBuilder } from '@marquetry/dictionary';
import type { DictionaryBounds } from './options.js';

/** A sample as indices, and what a chunk of such values needs. */
export interface ExpectedDictionary {
  /** The sample as indices into `dictionary`. */
  readonly indices: Int32Array;
  /** The different values of the sample. */
  readonly dictionary: DirectValues;
  /** Expected entries of the whole chunk. */
  readonly entries: number;
}

/**
 * @param expected Values that the chunk will have.
 * @returns undefined if the dictionary is expected to pass its bounds.
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

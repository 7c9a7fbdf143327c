/**
 * Computes how many bytes dictionary indices take when they are replaced by values, before memory is allocated for the
 * values.
 */
import { type BytesValues, type DirectValues, runSteps, type Steps } from '@marquetry/core';
import { stepEntries } from './stretches.js';

/**
 * Returns the bytes, including offsets, of the values to which the first `count` indices refer. If the dictionary has
 * no entry for an index, an empty value is counted.
 */
export function gatheredBytes(dictionary: DirectValues, indices: Int32Array, count: number): number {
  return runSteps(gatheredBytesInSteps(dictionary, indices, count));
}

/** Does the same as {@link gatheredBytes}, in steps of about a millisecond. */
export function* gatheredBytesInSteps(dictionary: DirectValues, indices: Int32Array, count: number): Steps<number> {
  switch (dictionary.layout) {
    case 'bits':
      return Math.ceil(count / 8);
    case 'fixed':
      return count * dictionary.width;
    case 'bytes':
      return 4 * (count + 1) + (yield* entryBytes(dictionary, indices, count));
  }
}

/** Returns the data bytes of the byte arrays to which the first `count` indices refer, in steps; 0 for other types. */
export function* entryBytes(dictionary: DirectValues, indices: Int32Array, count: number): Steps<number> {
  if (dictionary.layout !== 'bytes') return 0;
  let byteLength = 0;
  for (let from = 0; from < count; ) {
    const to = Math.min(count, from + stepEntries);
    byteLength += sizesOf(dictionary, indices, from, to);
    if (to < count) yield;
    from = to;
  }
  return byteLength;
}

function sizesOf({ offsets, length }: BytesValues, indices: Int32Array, from: number, to: number): number {
  let byteLength = 0;
  for (let i = from; i < to; i++) {
    const index = indices[i] as number;
    if (index < length) byteLength += (offsets[index + 1] as number) - (offsets[index] as number);
  }
  return byteLength;
}

/** Returns the data bytes of one dictionary entry. */
export function entrySize({ offsets }: BytesValues, index: number): number {
  return (offsets[index + 1] as number) - (offsets[index] as number);
}

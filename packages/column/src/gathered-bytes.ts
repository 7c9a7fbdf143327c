/**
 * Computes how many bytes values will take when they replace dictionary indices, so that callers can check a limit
 * before they allocate memory.
 */
import { type BytesValues, type DirectValues, runSteps, type Steps } from '@marquetry/core';
import { stepEntries } from './stretches.js';

/**
 * Returns the number of bytes, including offsets, of the values to which the first `count` indices refer. An index that
 * is out of range counts as an empty value.
 */
export function gatheredBytes(dictionary: DirectValues, indices: Int32Array, count: number): number {
  return runSteps(gatheredBytesInSteps(dictionary, indices, count));
}

/** Like {@link gatheredBytes}, but in steps of about a millisecond. */
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

/**
 * Returns the number of data bytes of the byte arrays to which the first `count` indices refer; 0 for other types. Runs
 * in steps of about a millisecond.
 */
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

/** Returns the number of data bytes of one dictionary entry. */
export function entrySize({ offsets }: BytesValues, index: number): number {
  return (offsets[index + 1] as number) - (offsets[index] as number);
}

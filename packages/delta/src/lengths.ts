/**
 * Sums the lengths of values. A delta stream may contain any int32, so the lengths of an invalid page may be negative.
 */
import { ParquetError } from '@marquetry/core';

/**
 * Returns the exact sum of `lengths[from, from + count)`.
 * @throws ParquetError CORRUPT if a length is negative.
 */
export function sumLengths(lengths: Int32Array, from: number, count: number): number {
  let total = 0;
  let signs = 0;
  for (let i = from; i < from + count; i++) {
    const length = lengths[i] as number;
    signs |= length;
    total += length;
  }
  if (signs < 0) throw negativeLength();
  return total;
}

/**
 * Like {@link sumLengths}, but also replaces each length with the end of its value, counted from `start`. An end above
 * the int32 range wraps around, but the caller rejects values with such a total size.
 */
export function sumUp(lengths: Int32Array, from: number, count: number, start: number): number {
  let total = 0;
  let signs = 0;
  for (let i = from; i < from + count; i++) {
    const length = lengths[i] as number;
    signs |= length;
    total += length;
    lengths[i] = start + total;
  }
  if (signs < 0) throw negativeLength();
  return total;
}

function negativeLength(): ParquetError {
  // The error has offset 0, where the stream of lengths starts.
  return new ParquetError('CORRUPT', 'the length of a value is negative', { offset: 0 });
}

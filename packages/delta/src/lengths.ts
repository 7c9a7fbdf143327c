/**
 * Lengths of values, as delta streams hold them: any int32, so a page may hold negative ones.
 */
import { ParquetError } from '@marquetry/core';

/** The exact sum of `lengths[from, from + count)`. @throws ParquetError CORRUPT when one is negative. */
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
 * The same, and turns each length into where it ends, counted on from `start`. Ends above int32 wrap: the caller rejects
 * such a total.
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
  // The place is that of the stream of lengths, which comes first.
  return new ParquetError('CORRUPT', 'the length of a value is negative', { offset: 0 });
}

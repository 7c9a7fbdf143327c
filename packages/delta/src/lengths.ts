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
  // The place is that of the stream of lengths, which comes first.
  if (signs < 0) throw new ParquetError('CORRUPT', 'the length of a value is negative', { offset: 0 });
  return total;
}

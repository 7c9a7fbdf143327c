/**
 * Divides long work on values into steps of about a millisecond, so that the event loop can run between the steps.
 */
import type { Values } from '@marquetry/core';

/**
 * Maximum number of values to copy in one step of about a millisecond. It is a multiple of 8, so that bitmaps are split
 * at byte boundaries.
 */
export const stepEntries: number = 2 ** 17;
/** Maximum number of bytes of values to copy in one step of about a millisecond. A single value may be larger. */
const stepBytes = 2 ** 22;
/**
 * Maximum number of levels or indices to process in one step of about a millisecond. It is higher than
 * {@link stepEntries}, because copying and comparing levels and indices is faster than gathering values.
 */
export const stepSlots: number = 2 ** 20;

/**
 * Returns the end of the range of values, starting at value `from`, that can be copied in one step of about a
 * millisecond. The range has at least one value, and does not extend beyond `to`.
 */
export function stepEnd(values: Values, from: number, to: number): number {
  const end = Math.min(to, from + stepEntries);
  switch (values.layout) {
    case 'bits':
      return end;
    case 'fixed':
      return Math.min(end, from + fixedEntries(values.width));
    case 'bytes':
      return endWithin(values.offsets, from, end);
    case 'dictionary':
      return endOfIndices(values, from, end);
  }
}

/** Returns the number of values of `width` bytes to copy in one step. It is a multiple of 8. */
function fixedEntries(width: number): number {
  return Math.max(8, Math.floor(stepBytes / Math.max(width, 1)) & ~7);
}

/** Returns the end of the longest range of byte arrays, starting at `from`, with at most {@link stepBytes} bytes. */
function endWithin(offsets: Int32Array, from: number, end: number): number {
  const most = (offsets[from] as number) + stepBytes;
  if ((offsets[end] as number) <= most) return end;
  let low = from + 1;
  let high = end;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] as number) <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

function endOfIndices({ dictionary, indices }: Values & { layout: 'dictionary' }, from: number, end: number): number {
  if (dictionary.layout === 'bits') return end;
  if (dictionary.layout === 'fixed') return Math.min(end, from + fixedEntries(dictionary.width));
  const { offsets, length } = dictionary;
  let left = stepBytes;
  for (let i = from; i < end; i++) {
    const index = indices[i] as number;
    // The index of a null may be out of range.
    if (index < length) left -= (offsets[index + 1] as number) - (offsets[index] as number);
    if (left < 0) return i + 1;
  }
  return end;
}

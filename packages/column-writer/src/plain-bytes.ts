/** Computes the sizes of values, which determine where pages end and are stored in the size statistics. */
import type { Values } from '@marquetry/core';

/**
 * Returns the number of bytes of the BYTE_ARRAY values in `[from, to)`, excluding their length prefixes. A dictionary
 * entry is counted each time it is used.
 */
export function byteArrayBytes(values: Values, from: number, to: number): number {
  if (values.layout === 'bytes') return (values.offsets[to] as number) - (values.offsets[from] as number);
  if (values.layout !== 'dictionary' || values.dictionary.layout !== 'bytes') return 0;
  const { indices } = values;
  const { offsets } = values.dictionary;
  let sum = 0;
  for (let i = from; i < to; i++) {
    const entry = indices[i] as number;
    sum += (offsets[entry + 1] as number) - (offsets[entry] as number);
  }
  return sum;
}

/** Returns the number of bytes that `values[from, to)` take when PLAIN-encoded. */
export function plainBytes(values: Values, from: number, to: number): number {
  const flat = values.layout === 'dictionary' ? values.dictionary : values;
  if (flat.layout === 'bits') return Math.ceil((to - from) / 8);
  if (flat.layout === 'fixed') return (to - from) * flat.width;
  return 4 * (to - from) + byteArrayBytes(values, from, to);
}

/**
 * Returns the largest `to`, at most `end`, for which `values[from, to)` take at most `bytes` bytes when PLAIN-encoded.
 */
export function valuesWithin(values: Values, from: number, end: number, bytes: number): number {
  const flat = values.layout === 'dictionary' ? values.dictionary : values;
  if (flat.layout === 'bits') return Math.min(end, from + 8 * bytes);
  if (flat.layout === 'fixed') return flat.width === 0 ? end : Math.min(end, from + Math.floor(bytes / flat.width));
  if (values.layout === 'dictionary') {
    const { indices } = values;
    const { offsets } = flat;
    let left = bytes;
    let to = from;
    for (; to < end; to++) {
      const entry = indices[to] as number;
      left -= 4 + (offsets[entry + 1] as number) - (offsets[entry] as number);
      if (left < 0) break;
    }
    return to;
  }
  let low = from;
  let high = end;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (plainBytes(values, from, middle) <= bytes) low = middle;
    else high = middle - 1;
  }
  return low;
}

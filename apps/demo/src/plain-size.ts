/** Computes the size of values in PLAIN encoding. The demo states decoding speeds in PLAIN-encoded bytes per second. */
import type { DirectValues, Values } from '@marquetry/core';

export function plainSize(values: Values): number {
  switch (values.layout) {
    case 'bits':
      return Math.ceil(values.length / 8);
    case 'fixed':
      return values.length * values.width;
    case 'bytes':
      return 4 * values.length + (values.offsets[values.length] ?? 0) - (values.offsets[0] ?? 0);
    case 'dictionary':
      return indexedSize(values.dictionary, values.indices, values.length);
  }
}

function indexedSize(dictionary: DirectValues, indices: Int32Array, length: number): number {
  if (dictionary.layout !== 'bytes')
    return dictionary.layout === 'bits' ? Math.ceil(length / 8) : length * dictionary.width;
  const { offsets } = dictionary;
  let size = 4 * length;
  for (let i = 0; i < length; i++) {
    const index = indices[i] as number;
    size += (offsets[index + 1] as number) - (offsets[index] as number);
  }
  return size;
}

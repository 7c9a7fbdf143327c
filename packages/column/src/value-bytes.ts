/**
 * Returns a single value as bytes.
 */
import { readBit } from '@marquetry/bit-io';
import { bytesOf, type Values } from '@marquetry/core';

/**
 * Returns value `i` as PLAIN bytes; for byte arrays, without the length prefix. The result is a view of the values,
 * except for booleans, which are copied.
 */
export function valueBytes(values: Values, i: number): Uint8Array {
  switch (values.layout) {
    case 'dictionary':
      return valueBytes(values.dictionary, values.indices[i] as number);
    case 'bits':
      return Uint8Array.of(readBit(values.data, i));
    case 'fixed':
      return bytesOf(values.data).subarray(i * values.width, (i + 1) * values.width);
    case 'bytes':
      return values.data.subarray(values.offsets[i], values.offsets[i + 1]);
  }
}

/**
 * Access to byte strings by index.
 */
import { type DirectValues, nameOf, PhysicalType } from '@marquetry/core';

/** Returns a function that gets the bytes of value `i` as a view. @throws Error unless the values are BYTE_ARRAY,
 * FIXED_LEN_BYTE_ARRAY or INT96. */
export function byteStrings(values: DirectValues): (i: number) => Uint8Array {
  if (values.layout === 'bytes') {
    const { offsets, data } = values;
    return (i) => data.subarray(offsets[i], offsets[i + 1]);
  }
  if (values.layout === 'fixed' && values.data instanceof Uint8Array) {
    const { data, width } = values;
    return (i) => data.subarray(i * width, (i + 1) * width);
  }
  throw new Error(`expected byte strings, got values of type ${nameOf(PhysicalType, values.type)}`);
}

/**
 * Values that are byte strings, by ordinal.
 */
import type { DirectValues } from '@marquetry/core';

/** Gives value `i` as a view of its bytes: of BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY and INT96 values. */
export function byteStrings(values: DirectValues): (i: number) => Uint8Array {
  if (values.layout === 'bytes') {
    const { offsets, data } = values;
    return (i) => data.subarray(offsets[i], offsets[i + 1]);
  }
  if (values.layout === 'fixed' && values.data instanceof Uint8Array) {
    const { data, width } = values;
    return (i) => data.subarray(i * width, (i + 1) * width);
  }
  throw new Error(`values of type ${values.type} are no byte strings`);
}

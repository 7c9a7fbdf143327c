import type { BitValues, BytesValues, DictionaryValues, FixedValuesOf } from '@marquetry/core';

export const bits: BitValues = { layout: 'bits', type: 0, length: 13, data: Uint8Array.of(0b10110010, 0b00011101) };

export const int64: FixedValuesOf<2> = {
  layout: 'fixed',
  type: 2,
  length: 3,
  width: 8,
  data: BigInt64Array.of(-1n, 2n ** 62n, 3n),
};

/** FIXED_LEN_BYTE_ARRAY values of 3 bytes each, in an array that starts at an odd address. */
export const fixed3: FixedValuesOf<7> = {
  layout: 'fixed',
  type: 7,
  length: 2,
  width: 3,
  data: Uint8Array.of(9, 1, 2, 3, 4, 5, 6).subarray(1),
};

/** The byte arrays 'ab', '' and 'cde', with offsets that do not start at 0. */
export const bytes: BytesValues = {
  layout: 'bytes',
  type: 6,
  length: 3,
  offsets: Int32Array.of(2, 4, 4, 7),
  data: new TextEncoder().encode('xxabcdey'),
};

export const indices: DictionaryValues = {
  layout: 'dictionary',
  type: 6,
  length: 4,
  indices: Int32Array.of(2, 0, 0, 1),
  dictionary: bytes,
};

/**
 * The delta encodings of Parquet: DELTA_BINARY_PACKED, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY.
 */

export { createDeltaBinaryPacked, deltaBinaryPacked } from './binary-packed/encoding.js';
export type { DeltaOptions } from './binary-packed/options.js';
export { createDeltaByteArray, deltaByteArray } from './byte-array/encoding.js';
export { createDeltaLengthByteArray, deltaLengthByteArray } from './length-byte-array/encoding.js';

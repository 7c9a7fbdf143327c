/**
 * DELTA_LENGTH_BYTE_ARRAY: stores the lengths of all values before their bytes
 * (Encodings.md#delta-length-byte-array-delta_length_byte_array--6).
 *
 *   lengths (a delta stream of INT32) | bytes of all values
 */
import { javascriptKernels } from '@marquetry/bit-io';
import { EncodingId, type Kernels, ParquetError, PhysicalType, type WritableEncoding } from '@marquetry/core';
import { decodeLengthByteArray } from './decoder.js';
import { encodeLengthByteArray } from './encoder.js';

/** Creates {@link deltaLengthByteArray} with the given kernels instead of the default ones. */
export function createDeltaLengthByteArray(kernels: Kernels): WritableEncoding {
  const supports: WritableEncoding['supports'] = ({ type }) => type === PhysicalType.BYTE_ARRAY;
  return {
    contract: 1,
    id: EncodingId.DELTA_LENGTH_BYTE_ARRAY,
    name: 'DELTA_LENGTH_BYTE_ARRAY',
    usesDictionary: false,
    supports,
    decoder: (bytes, context) => {
      if (!supports(context.column))
        throw new ParquetError('INVALID_ARGUMENT', 'DELTA_LENGTH_BYTE_ARRAY requires BYTE_ARRAY');
      return decodeLengthByteArray(bytes, context, kernels);
    },
    encoder: (column, options) => {
      if (!supports(column)) throw new ParquetError('INVALID_ARGUMENT', 'DELTA_LENGTH_BYTE_ARRAY requires BYTE_ARRAY');
      return encodeLengthByteArray(column, kernels, options);
    },
  };
}

/**
 * DELTA_LENGTH_BYTE_ARRAY (id 6) for BYTE_ARRAY. It is smaller than PLAIN, and faster to read.
 *
 * `read` allocates offsets, and shares the data bytes with the page. The encoder accepts {@link DeltaOptions}; its
 * `byteLength` is an upper bound on the page size.
 */
export const deltaLengthByteArray: WritableEncoding = /* @__PURE__ */ createDeltaLengthByteArray(javascriptKernels);

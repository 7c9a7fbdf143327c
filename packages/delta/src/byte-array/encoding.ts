/**
 * DELTA_BYTE_ARRAY: each value omits the prefix that it shares with the previous value
 * (Encodings.md#delta-strings-delta_byte_array--7).
 *
 *   prefix lengths (a delta stream of INT32) | suffix lengths (another delta stream) | suffixes
 *
 * The first prefix length of a page is 0, because pages are independent.
 */
import { javascriptKernels } from '@marquetry/bit-io';
import { EncodingId, type Kernels, ParquetError, PhysicalType, type WritableEncoding } from '@marquetry/core';
import { decodeByteArray } from './decoder.js';
import { encodeByteArray } from './encoder.js';

/** Creates {@link deltaByteArray} with the given kernels instead of the default ones. */
export function createDeltaByteArray(kernels: Kernels): WritableEncoding {
  const supports: WritableEncoding['supports'] = ({ type }) =>
    type === PhysicalType.BYTE_ARRAY || type === PhysicalType.FIXED_LEN_BYTE_ARRAY;
  return {
    contract: 1,
    id: EncodingId.DELTA_BYTE_ARRAY,
    name: 'DELTA_BYTE_ARRAY',
    usesDictionary: false,
    supports,
    decoder: (bytes, context) => {
      if (!supports(context.column))
        throw new ParquetError('INVALID_ARGUMENT', 'DELTA_BYTE_ARRAY requires BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY');
      return decodeByteArray(bytes, context, kernels);
    },
    encoder: (column, options) => {
      if (!supports(column))
        throw new ParquetError('INVALID_ARGUMENT', 'DELTA_BYTE_ARRAY requires BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY');
      return encodeByteArray(column, kernels, options);
    },
  };
}

/**
 * DELTA_BYTE_ARRAY (id 7) for BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY. It is the smallest encoding for sorted keys, paths
 * and URLs.
 *
 * `read` copies values. The encoder accepts {@link DeltaOptions}; its `byteLength` is an upper bound on the page size.
 */
export const deltaByteArray: WritableEncoding = /* @__PURE__ */ createDeltaByteArray(javascriptKernels);

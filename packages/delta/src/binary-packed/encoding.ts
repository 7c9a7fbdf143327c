/**
 * DELTA_BINARY_PACKED: stores the differences between values ("deltas"), bit-packed
 * (Encodings.md#delta-encoding-delta_binary_packed--5).
 *
 *   header | block | block ...        see header.ts and blocks.ts
 */
import { javascriptKernels } from '@marquetry/bit-io';
import { EncodingId, type Kernels, ParquetError, PhysicalType, type WritableEncoding } from '@marquetry/core';
import { decodeBinaryPacked } from './decoder.js';
import { encodeBinaryPacked } from './encoder.js';

/** Creates {@link deltaBinaryPacked} with the given kernels instead of the default ones. */
export function createDeltaBinaryPacked(kernels: Kernels): WritableEncoding {
  const supports: WritableEncoding['supports'] = ({ type }) =>
    type === PhysicalType.INT32 || type === PhysicalType.INT64;
  return {
    contract: 1,
    id: EncodingId.DELTA_BINARY_PACKED,
    name: 'DELTA_BINARY_PACKED',
    usesDictionary: false,
    supports,
    decoder: (bytes, context) => {
      if (!supports(context.column))
        throw new ParquetError('INVALID_ARGUMENT', 'DELTA_BINARY_PACKED requires INT32 or INT64');
      return decodeBinaryPacked(bytes, context, kernels);
    },
    encoder: (column, options) => {
      if (!supports(column)) throw new ParquetError('INVALID_ARGUMENT', 'DELTA_BINARY_PACKED requires INT32 or INT64');
      return encodeBinaryPacked(column, kernels, options);
    },
  };
}

/**
 * DELTA_BINARY_PACKED (id 5) for INT32 and INT64. It is compact if neighboring values differ little, as in sorted keys
 * and timestamps.
 *
 * `read` and `readInto` copy values. `skip` takes nearly as long as reading, because it must sum the skipped deltas.
 * The encoder accepts {@link DeltaOptions}; its `byteLength` is an upper bound on the page size.
 */
export const deltaBinaryPacked: WritableEncoding = /* @__PURE__ */ createDeltaBinaryPacked(javascriptKernels);

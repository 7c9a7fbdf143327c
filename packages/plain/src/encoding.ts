/**
 * PLAIN: values one after the other, in their simplest form (Encodings.md#plain-plain--0).
 *
 *   BOOLEAN                                     1 bit a value, least significant bit first
 *   INT32 INT64 FLOAT DOUBLE                    4 or 8 bytes, little endian
 *   INT96                                       12 bytes: nanoseconds of the day (8), Julian day (4), little endian
 *   FIXED_LEN_BYTE_ARRAY                        the bytes, type_length a value
 *   BYTE_ARRAY                                  length (4 bytes, unsigned, little endian), then the bytes
 */
import {
  allocateBytes,
  type Encoding,
  EncodingId,
  type Kernels,
  PhysicalType,
  type WritableEncoding,
} from '@marquetry/core';
import { decodeBits } from './bits-decoder.js';
import { encodeBits } from './bits-encoder.js';
import { decodeByteArrays } from './byte-arrays-decoder.js';
import { encodeByteArrays } from './byte-arrays-encoder.js';
import { decodeFixed } from './fixed-decoder.js';
import { encodeFixed } from './fixed-encoder.js';

/** PLAIN (id 0) for all eight types. Memory for BYTE_ARRAY values comes from `kernels`; all else aliases the page. */
export function createPlain(kernels: Pick<Kernels, 'allocate' | 'copyByteArrays'>): WritableEncoding {
  const decoder: Encoding['decoder'] = (bytes, context) => {
    switch (context.column.type) {
      case PhysicalType.BOOLEAN:
        return decodeBits(bytes, context);
      case PhysicalType.BYTE_ARRAY:
        return decodeByteArrays(bytes, context, kernels);
      default:
        return decodeFixed(bytes, context);
    }
  };
  const encoder: WritableEncoding['encoder'] = (column) => {
    switch (column.type) {
      case PhysicalType.BOOLEAN:
        return encodeBits(column);
      case PhysicalType.BYTE_ARRAY:
        return encodeByteArrays(column);
      default:
        return encodeFixed(column);
    }
  };
  return {
    contract: 1,
    id: EncodingId.PLAIN,
    name: 'PLAIN',
    usesDictionary: false,
    supports: () => true,
    decoder,
    encoder,
  };
}

/**
 * PLAIN (id 0), for all eight types. Its encoder takes no options, and its `byteLength` is exact.
 *
 * `read` aliases the page for INT32, INT64, FLOAT and DOUBLE where their bytes are aligned, for INT96 and
 * FIXED_LEN_BYTE_ARRAY always, for BOOLEAN where the read starts and ends on whole bytes; else it copies.
 */
export const plain: WritableEncoding = /* @__PURE__ */ createPlain({ allocate: allocateBytes });

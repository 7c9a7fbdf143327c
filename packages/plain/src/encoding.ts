/**
 * The PLAIN encoding, which stores one value after another in its simplest form (Encodings.md#plain-plain--0).
 *
 *   BOOLEAN                                     1 bit per value, least significant bit first
 *   INT32 INT64 FLOAT DOUBLE                    4 or 8 bytes, little endian
 *   INT96                                       12 bytes: nanoseconds of the day (8), Julian day (4), little endian
 *   FIXED_LEN_BYTE_ARRAY                        `type_length` bytes per value
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

/** Creates an encoding like {@link createPlain}, but without an encoder. */
export function createPlainReader(kernels: Pick<Kernels, 'allocate' | 'copyByteArrays'>): Encoding {
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
  return {
    contract: 1,
    id: EncodingId.PLAIN,
    name: 'PLAIN',
    usesDictionary: false,
    supports: () => true,
    decoder,
  };
}

/**
 * Creates an encoding like {@link plain} that uses the given functions (kernels): `allocate` returns memory for
 * BYTE_ARRAY values, and `copyByteArrays` copies their bytes.
 */
export function createPlain(kernels: Pick<Kernels, 'allocate' | 'copyByteArrays'>): WritableEncoding {
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
  return { ...createPlainReader(kernels), encoder };
}

/**
 * The PLAIN encoding (id 0), for all eight physical types. The encoder has no options, and its `byteLength` is the
 * exact size of the page.
 *
 * `read` returns a view of the page for INT96 and FIXED_LEN_BYTE_ARRAY; for INT32, INT64, FLOAT and DOUBLE if their
 * bytes are aligned; and for BOOLEAN if the range consists of whole bytes. Otherwise it copies.
 */
export const plain: WritableEncoding = /* @__PURE__ */ createPlain({ allocate: allocateBytes });

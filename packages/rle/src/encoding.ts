/** The RLE encoding of BOOLEAN values (Encodings.md#RLE). */
import {
  allocateBytes,
  type Encoding,
  EncodingId,
  type Kernels,
  PhysicalType,
  type WritableEncoding,
} from '@marquetry/core';
import { decodeRle } from './decoder.js';
import { encodeRle } from './encoder.js';

/** Creates a read-only version of {@link rle}, whose decoder allocates memory with `kernels.allocate`. */
export function createRleReader(kernels: Pick<Kernels, 'allocate'>): Encoding {
  return {
    contract: 1,
    id: EncodingId.RLE,
    name: 'RLE',
    usesDictionary: false,
    supports: (column) => column.type === PhysicalType.BOOLEAN,
    decoder: (bytes, context) => decodeRle(bytes, context, kernels.allocate),
  };
}

/** Creates a version of {@link rle} whose decoder allocates memory with `kernels.allocate`. */
export function createRle(kernels: Pick<Kernels, 'allocate'>): WritableEncoding {
  return { ...createRleReader(kernels), encoder: encodeRle };
}

/** The RLE encoding (id 3), which stores BOOLEAN values as repeated runs and bit-packed runs. */
export const rle: WritableEncoding = /* @__PURE__ */ createRle({ allocate: allocateBytes });

/** The encoding plug-in `rle` for BOOLEAN values (Encodings.md#RLE). */
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

/** Creates {@link rle} with other kernels and without the encoder. */
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

/** Creates {@link rle} with other kernels. */
export function createRle(kernels: Pick<Kernels, 'allocate'>): WritableEncoding {
  return { ...createRleReader(kernels), encoder: encodeRle };
}

/** The RLE encoding (id 3): BOOLEAN values as RLE / bit-packed runs. */
export const rle: WritableEncoding = /* @__PURE__ */ createRle({ allocate: allocateBytes });

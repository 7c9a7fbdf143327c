/** The plug-in for GROUP_VAR_INT. The layout is in groups.ts. */
import {
  allocateBytes,
  EncodingId,
  type Kernels,
  ParquetError,
  PhysicalType,
  type WritableEncoding,
} from '@marquetry/core';
import { decodeGroups } from './decoder.js';
import { encodeGroups } from './encoder.js';

/** Creates {@link groupVarint} with the allocator of `kernels`. */
export function createGroupVarint(kernels: Pick<Kernels, 'allocate'>): WritableEncoding {
  const supports: WritableEncoding['supports'] = ({ type }) =>
    type === PhysicalType.INT32 || type === PhysicalType.INT64;
  return {
    contract: 1,
    id: EncodingId.GROUP_VAR_INT,
    name: 'GROUP_VAR_INT',
    usesDictionary: false,
    supports,
    decoder: (bytes, context) => {
      if (!supports(context.column))
        throw new ParquetError('INVALID_ARGUMENT', 'GROUP_VAR_INT requires INT32 or INT64');
      return decodeGroups(bytes, context, kernels);
    },
    encoder: (column) => {
      if (!supports(column)) throw new ParquetError('INVALID_ARGUMENT', 'GROUP_VAR_INT requires INT32 or INT64');
      return encodeGroups(column);
    },
  };
}

/**
 * GROUP_VAR_INT (id 1) for INT32 and INT64. Historical: no released writer ever wrote it, and no other reader supports
 * it. Do not write it into files that others will read.
 *
 * `read` and `readInto` copy; `skip` reads only lengths. The encoder has no options, and its `byteLength` is exact.
 */
export const groupVarint: WritableEncoding = /* @__PURE__ */ createGroupVarint({ allocate: allocateBytes });

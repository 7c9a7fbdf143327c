/** The GROUP_VAR_INT encoding. Its layout is described in groups.ts. */
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

/** Creates an encoding like {@link groupVarint} that allocates memory with the given kernel. */
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
 * The GROUP_VAR_INT encoding (id 1), for INT32 and INT64. It is historical: no released writer is known to have used
 * it, and no other reader supports it. Do not use it in files that others will read.
 *
 * `read` and `readInto` copy values; `skip` reads only lengths. The encoder has no options, and its `byteLength` is
 * exact.
 */
export const groupVarint: WritableEncoding = /* @__PURE__ */ createGroupVarint({ allocate: allocateBytes });

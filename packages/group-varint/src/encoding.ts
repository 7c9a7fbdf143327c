/**
 * GROUP_VAR_INT, the plug-in. The layout is in groups.ts.
 */
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

/** GROUP_VAR_INT (id 1) with memory from `kernels`. */
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
      if (!supports(context.column)) throw new ParquetError('INVALID_ARGUMENT', 'GROUP_VAR_INT holds integers');
      return decodeGroups(bytes, context, kernels);
    },
    encoder: (column) => {
      if (!supports(column)) throw new ParquetError('INVALID_ARGUMENT', 'GROUP_VAR_INT holds integers');
      return encodeGroups(column);
    },
  };
}

/**
 * GROUP_VAR_INT (id 1) for INT32 and INT64: historical. No released writer ever wrote it and no other reader reads it;
 * do not write it into files that others are to read.
 *
 * `read` and `readInto` copy; `skip` reads lengths only. The encoder takes no options, and its `byteLength` is exact.
 */
export const groupVarint: WritableEncoding = /* @__PURE__ */ createGroupVarint({ allocate: allocateBytes });

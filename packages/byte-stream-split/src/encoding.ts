/**
 * BYTE_STREAM_SPLIT: stores bytes of equal significance together (Encodings.md#byte-stream-split-byte_stream_split--9).
 *
 *   values   a0 a1 a2 a3 | b0 b1 b2 b3 | c0 c1 c2 c3
 *   page     a0 b0 c0 | a1 b1 c1 | a2 b2 c2 | a3 b3 c3        `width` streams of one byte per value, no padding
 */
import { javascriptKernels } from '@marquetry/bit-io';
import {
  type ColumnType,
  describeColumnType,
  EncodingId,
  isFixedType,
  type Kernels,
  ParquetError,
  PhysicalType,
  type WritableEncoding,
} from '@marquetry/core';
import { decodeStreams } from './decoder.js';
import { encodeStreams } from './encoder.js';

/** Creates {@link byteStreamSplit} with the given kernels instead of the default ones. */
export function createByteStreamSplit(kernels: Kernels): WritableEncoding {
  const supports: WritableEncoding['supports'] = ({ type }) => isFixedType(type) && type !== PhysicalType.INT96;
  return {
    contract: 1,
    id: EncodingId.BYTE_STREAM_SPLIT,
    name: 'BYTE_STREAM_SPLIT',
    usesDictionary: false,
    supports,
    decoder: (bytes, context) => {
      if (!supports(context.column)) throw unsupported(context.column);
      return decodeStreams(bytes, context, kernels);
    },
    encoder: (column) => {
      if (!supports(column)) throw unsupported(column);
      return encodeStreams(column, kernels);
    },
  };
}

/**
 * BYTE_STREAM_SPLIT (id 9) for INT32, INT64, FLOAT, DOUBLE and FIXED_LEN_BYTE_ARRAY of any width. It does not make the
 * data smaller, but makes it more compressible.
 *
 * `read` copies values; `skip` takes constant time. The input must end exactly after the last value, because the
 * encoding does not mark its end. The encoder has no options, and its `byteLength` is the exact size of the page.
 */
export const byteStreamSplit: WritableEncoding = /* @__PURE__ */ createByteStreamSplit(javascriptKernels);

function unsupported(column: ColumnType): ParquetError {
  return new ParquetError('INVALID_ARGUMENT', `BYTE_STREAM_SPLIT does not support ${describeColumnType(column)}`);
}

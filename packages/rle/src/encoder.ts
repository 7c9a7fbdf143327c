/** Encodes a page of BOOLEAN values: the byte length of the runs (u32 LE), then the runs, whose width is 1. */
import { appendValues, writeUint32 } from '@marquetry/bit-io';
import {
  type ColumnType,
  createColumnBuffer,
  describeColumnType,
  ParquetError,
  requireValues,
  type ValueEncoder,
} from '@marquetry/core';
import { encodeRuns, runsBound } from './encode-runs.js';

/**
 * Creates an encoder for an RLE page of BOOLEAN values. It keeps all values until `finish`; `byteLength` is an upper
 * bound.
 * @throws ParquetError INVALID_ARGUMENT if the column's type is not BOOLEAN.
 */
export function encodeRle(column: ColumnType): ValueEncoder {
  const buffer = createColumnBuffer(column);
  if (buffer.layout !== 'bits') {
    throw new ParquetError('INVALID_ARGUMENT', `RLE cannot hold ${describeColumnType(column)} values`);
  }
  return {
    write(values, from, to) {
      appendValues(buffer, requireValues(values, 'bits', column, from, to), from, to);
    },
    get byteLength(): number {
      return 4 + runsBound(buffer.length, 1);
    },
    finish() {
      const { data, length } = buffer;
      const values = new Int32Array(length);
      for (let i = 0; i < length; i++) values[i] = ((data[i >> 3] as number) >>> (i & 7)) & 1;
      const bytes = encodeRuns(values, 0, length, 1, 4);
      writeUint32(bytes, 0, bytes.length - 4);
      return bytes;
    },
  };
}

/** Encodes a page of BOOLEAN values: the byte length of the runs (u32 LE), then the runs, with values of 1 bit each. */
import { createGrowingBits, writeUint32 } from '@marquetry/bit-io';
import {
  type ColumnType,
  describeColumnType,
  ParquetError,
  PhysicalType,
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
  if (column.type !== PhysicalType.BOOLEAN) {
    throw new ParquetError('INVALID_ARGUMENT', `RLE encodes only BOOLEAN values, got ${describeColumnType(column)}`);
  }
  const bits = createGrowingBits();
  return {
    write: (values, from, to) => bits.append(requireValues(values, 'bits', column, from, to).data, from, to),
    get byteLength(): number {
      return 4 + runsBound(bits.length, 1);
    },
    finish() {
      const { length } = bits;
      const data = bits.bytes();
      const values = new Int32Array(length);
      for (let i = 0; i < length; i++) values[i] = ((data[i >> 3] as number) >>> (i & 7)) & 1;
      const bytes = encodeRuns(values, 0, length, 1, 4);
      writeUint32(bytes, 0, bytes.length - 4);
      return bytes;
    },
    release: () => bits.release(),
  };
}

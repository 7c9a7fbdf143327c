/** Encodes PLAIN BOOLEAN: one bit per value. */
import { createGrowingBits } from '@marquetry/bit-io';
import { type ColumnType, requireValues, type ValueEncoder } from '@marquetry/core';

export function encodeBits(column: ColumnType): ValueEncoder {
  const bits = createGrowingBits();
  return {
    get byteLength(): number {
      return Math.ceil(bits.length / 8);
    },
    write: (values, from, to) => bits.append(requireValues(values, 'bits', column, from, to).data, from, to),
    finish: () => bits.bytes(),
    release: () => bits.release(),
  };
}

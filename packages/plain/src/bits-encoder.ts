/** Encodes PLAIN BOOLEAN. Values are collected in a column buffer, whose bits already have the layout of the page. */
import { appendValues } from '@marquetry/bit-io';
import { type ColumnType, createColumnBuffer, requireValues, type ValueEncoder } from '@marquetry/core';

export function encodeBits(column: ColumnType): ValueEncoder {
  const buffer = createColumnBuffer(column);
  return {
    get byteLength(): number {
      return Math.ceil(buffer.length / 8);
    },
    write(values, from, to): void {
      appendValues(buffer, requireValues(values, 'bits', column, from, to), from, to);
    },
    finish(): Uint8Array {
      return buffer.data.subarray(0, Math.ceil(buffer.length / 8));
    },
  };
}

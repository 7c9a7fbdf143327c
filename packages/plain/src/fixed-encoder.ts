/**
 * Encodes PLAIN values of a fixed width. They are collected in a column buffer, whose data already has the layout of
 * the page.
 */
import { appendValues } from '@marquetry/bit-io';
import { type ColumnType, createColumnBuffer, requireValues, type ValueEncoder } from '@marquetry/core';

export function encodeFixed(column: ColumnType): ValueEncoder {
  const buffer = createColumnBuffer(column);
  return {
    get byteLength(): number {
      return buffer.length * column.width;
    },
    write(values, from, to): void {
      appendValues(buffer, requireValues(values, 'fixed', column, from, to), from, to);
    },
    finish(): Uint8Array {
      return buffer.data.subarray(0, buffer.length * column.width);
    },
  };
}

/** Encodes PLAIN values of a fixed width, whose arrays in memory already have the layout of the page. */
import { createGrowingBytes } from '@marquetry/bit-io';
import { bytesOf, type ColumnType, requireValues, type ValueEncoder } from '@marquetry/core';

export function encodeFixed(column: ColumnType): ValueEncoder {
  const { width } = column;
  const buffer = createGrowingBytes();
  return {
    get byteLength(): number {
      return buffer.length;
    },
    write(values, from, to): void {
      const added = bytesOf(requireValues(values, 'fixed', column, from, to).data).subarray(from * width, to * width);
      buffer.reserve(added.length).set(added, buffer.length);
      buffer.length += added.length;
    },
    finish: () => buffer.reserve(0).subarray(0, buffer.length),
    release: () => buffer.release(),
  };
}

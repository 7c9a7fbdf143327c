/**
 * Encodes BYTE_STREAM_SPLIT values. The number of values determines where streams start, so all values are buffered
 * until the page is finished.
 */
import { appendValues } from '@marquetry/bit-io';
import { type ColumnType, createColumnBuffer, type Kernels, requireValues, type ValueEncoder } from '@marquetry/core';

export function encodeStreams(column: ColumnType, kernels: Kernels): ValueEncoder {
  const buffer = createColumnBuffer(column);
  return {
    get byteLength(): number {
      return buffer.length * column.width;
    },
    write(values, from, to): void {
      appendValues(buffer, requireValues(values, 'fixed', column, from, to), from, to);
    },
    finish(): Uint8Array {
      const { length, data } = buffer;
      const bytes = new Uint8Array(length * column.width);
      kernels.splitStreams(data, 0, column.width, bytes, 0, length, length);
      return bytes;
    },
  };
}

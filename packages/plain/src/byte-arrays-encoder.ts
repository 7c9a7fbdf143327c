/**
 * PLAIN BYTE_ARRAY, the other way.
 */
import {
  type BytesBuffer,
  type ColumnType,
  createColumnBuffer,
  requireBuffer,
  requireValues,
  type ValueEncoder,
} from '@marquetry/core';

export function encodeByteArrays(column: ColumnType): ValueEncoder {
  // Only the growth of its data is used: entries stay at 0 or 1, one value with all bytes written so far.
  const buffer: BytesBuffer = requireBuffer(createColumnBuffer(column, { capacity: 1 }), 'bytes', column);
  buffer.length = 1;
  let size = 0;
  return {
    get byteLength(): number {
      return size;
    },
    write(values, from, to): void {
      const { offsets, data } = requireValues(values, 'bytes', column, from, to);
      const first = offsets[from] as number;
      buffer.reserve(0, 4 * (to - from) + (offsets[to] as number) - first);
      const target = buffer.data;
      const view = new DataView(target.buffer, target.byteOffset, target.byteLength);
      let start = first;
      for (let i = from + 1; i <= to; i++) {
        const end = offsets[i] as number;
        const length = end - start;
        view.setUint32(size, length, true);
        size += 4;
        if (length <= shortLength) for (let k = 0; k < length; k++) target[size + k] = data[start + k] as number;
        else target.set(data.subarray(start, end), size);
        size += length;
        start = end;
      }
      buffer.offsets[1] = size;
    },
    finish(): Uint8Array {
      return buffer.data.subarray(0, size);
    },
  };
}

/** Values longer than this are copied by the engine, whose calls cost more than a few bytes. */
const shortLength = 32;

/** Encodes PLAIN BYTE_ARRAY values. */
import { copyInSteps, longestInSteps, stepBytes } from '@marquetry/bit-io';
import {
  type BytesBuffer,
  type ColumnType,
  createColumnBuffer,
  requireBuffer,
  requireValues,
  type ValueEncoder,
  viewOf,
} from '@marquetry/core';

export function encodeByteArrays(column: ColumnType): ValueEncoder {
  // `buffer` always has exactly one entry, which contains all bytes written so far, so only its data grows.
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
      size = writeByteArrays(offsets, data, from, to, buffer.data, size);
      buffer.offsets[1] = size;
    },
    finish(): Uint8Array {
      return buffer.data.subarray(0, size);
    },
  };
}

/**
 * Writes the length and the bytes of each value, and returns the position after them. `target` must be large enough.
 */
function writeByteArrays(
  offsets: Int32Array,
  data: Uint8Array,
  from: number,
  to: number,
  target: Uint8Array,
  position: number,
): number {
  const source = viewOf(data);
  const view = viewOf(target);
  // A step may copy bytes beyond the end of a value. The next value overwrites them.
  const lastRead = data.length - stepBytes;
  const lastWrite = target.length - stepBytes;
  let at = position;
  let start = offsets[from] as number;
  for (let i = from + 1; i <= to; i++) {
    const end = offsets[i] as number;
    const length = end - start;
    view.setInt32(at, length, true);
    at += 4;
    if (length > longestInSteps) target.set(data.subarray(start, end), at);
    else if (end <= lastRead && at + length <= lastWrite) copyInSteps(source, start, view, at, length);
    else for (let k = 0; k < length; k++) target[at + k] = data[start + k] as number;
    at += length;
    start = end;
  }
  return at;
}

/** Encodes PLAIN BYTE_ARRAY values. */
import { copyInSteps, createGrowingBytes, longestInSteps, stepBytes } from '@marquetry/bit-io';
import { type ColumnType, requireValues, type ValueEncoder, viewOf } from '@marquetry/core';

export function encodeByteArrays(column: ColumnType): ValueEncoder {
  const buffer = createGrowingBytes();
  return {
    get byteLength(): number {
      return buffer.length;
    },
    write(values, from, to): void {
      const { offsets, data } = requireValues(values, 'bytes', column, from, to);
      const added = 4 * (to - from) + (offsets[to] as number) - (offsets[from] as number);
      buffer.length = writeByteArrays(offsets, data, from, to, buffer.reserve(added), buffer.length);
    },
    finish: () => buffer.reserve(0).subarray(0, buffer.length),
    release: () => buffer.release(),
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

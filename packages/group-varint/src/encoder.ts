/** Encodes GROUP_VAR_INT values in as few bytes as possible. */
import { allocateBytes, type ColumnType, requireValues, type ValueEncoder } from '@marquetry/core';
import { groupShapeOf } from './groups.js';

/** Creates an encoder for a page of INT32 or INT64 values. */
export function encodeGroups(column: ColumnType): ValueEncoder {
  const { size, leadBytes, lengthBits } = groupShapeOf(column);
  const words = column.width >> 2;
  let bytes: Uint8Array = new Uint8Array(0);
  let position = 0;
  // The group that is not complete yet: its position, its lengths so far, and the number of values it still needs.
  let start = 0;
  let lead = 0;
  let open = 0;

  function reserve(count: number): void {
    const needed = position + count * column.width + leadBytes * (Math.ceil(count / size) + 1) + size;
    if (needed <= bytes.length) return;
    const grown = allocateBytes(Math.max(needed, 2 * bytes.length));
    grown.set(bytes.subarray(0, position));
    bytes = grown;
  }

  function add(low: number, high: number): void {
    if (open === 0) {
      start = position;
      position += leadBytes;
      lead = 0;
      open = size;
    }
    // A word has 32 - clz32 significant bits. The value 0 still takes one byte.
    const length = high === 0 ? (39 - Math.clz32(low | 1)) >> 3 : (71 - Math.clz32(high)) >> 3;
    for (let i = 0; i < length; i++) bytes[position++] = (i < 4 ? low : high) >>> (8 * (i & 3));
    open--;
    lead |= (length - 1) << (lengthBits * open);
    if (leadBytes === 2) bytes[start] = lead >>> 8;
    bytes[start + leadBytes - 1] = lead;
  }

  return {
    get byteLength(): number {
      return position + open;
    },
    write(values, from, to): void {
      const { data } = requireValues(values, 'fixed', column, from, to);
      const source = new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
      reserve(to - from);
      for (let at = from * words; at < to * words; at += words) {
        add(source[at] as number, words === 2 ? (source[at + 1] as number) : 0);
      }
    },
    finish(): Uint8Array {
      // A padding zero consists of a zero byte and a zero length field. The new memory already contains both.
      return bytes.slice(0, position + open);
    },
  };
}

/** Encodes a page of dictionary indices: writes the bit width of the indices, then the indices as runs. */
import { createSpare, type Spare } from '@marquetry/bit-io';
import { type ColumnType, requireValues, type ValueEncoder } from '@marquetry/core';
import { encodeRuns, runsBound } from '@marquetry/rle';

/** Memory for the indices of a page. It is reused for the next page. */
const spare: Spare<Int32Array> = /* @__PURE__ */ createSpare(Int32Array);

/**
 * Creates an encoder of dictionary indices, as {@link Encoding.encoder} specifies. It accepts `DictionaryValues` and
 * writes their indices; the caller writes the dictionary. The bit width is the one needed for the longest dictionary
 * that was passed, but at least 1, because some readers do not support width 0. `byteLength` is an upper bound on the
 * page size.
 */
export function encodeIndices(column: ColumnType): ValueEncoder {
  let indices: Int32Array = new Int32Array(0);
  let length = 0;
  let width = 1;
  return {
    write(values, from, to) {
      const { indices: added, dictionary } = requireValues(values, 'dictionary', column, from, to);
      const needed = length + to - from;
      if (needed > indices.length) {
        const grown = spare.take(Math.max(needed, 2 * indices.length));
        grown.set(indices.subarray(0, length));
        indices = grown;
      }
      indices.set(added.subarray(from, to), length);
      length = needed;
      width = Math.max(width, 32 - Math.clz32(dictionary.length - 1));
    },
    get byteLength(): number {
      return 1 + runsBound(length, width);
    },
    finish() {
      const bytes = encodeRuns(indices, 0, length, width, 1);
      bytes[0] = width;
      spare.give(indices);
      return bytes;
    },
  };
}

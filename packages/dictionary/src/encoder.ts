/**
 * Encodes a page of dictionary indices: the width of an index, then runs.
 */
import { ParquetError, type ValueEncoder } from '@marquetry/core';
import { encodeRuns, runsBound } from '@marquetry/rle';

/**
 * See {@link Encoding.encoder}. Takes DictionaryValues and writes their indices; the dictionary is for the caller to
 * write. The width is that of the last entry of the longest dictionary seen, at least 1: some readers know no width 0.
 * `byteLength` is an upper bound.
 */
export function encodeIndices(): ValueEncoder {
  let indices = new Int32Array(1024);
  let length = 0;
  let width = 1;
  return {
    write(values, from, to) {
      if (values.layout !== 'dictionary') {
        throw new ParquetError('INVALID_ARGUMENT', 'a dictionary encoding takes dictionary values');
      }
      if (!(from >= 0 && from <= to && to <= values.length)) {
        throw new ParquetError('INVALID_ARGUMENT', `[${from}, ${to}) is not a range of ${values.length} values`);
      }
      const needed = length + to - from;
      if (needed > indices.length) {
        const grown = new Int32Array(Math.max(needed, 2 * indices.length));
        grown.set(indices.subarray(0, length));
        indices = grown;
      }
      indices.set(values.indices.subarray(from, to), length);
      length = needed;
      width = Math.max(width, 32 - Math.clz32(values.dictionary.length - 1));
    },
    get byteLength(): number {
      return 1 + runsBound(length, width);
    },
    finish() {
      const runs = encodeRuns(indices, 0, length, width);
      const bytes = new Uint8Array(1 + runs.length);
      bytes[0] = width;
      bytes.set(runs, 1);
      return bytes;
    },
  };
}

/**
 * What indices take once they are gathered, known before memory is taken for it.
 */
import type { FlatValues } from '@marquetry/core';

/** Bytes of the values that the first `count` indices refer to. An index without an entry counts as empty. */
export function gatheredBytes(dictionary: FlatValues, indices: Int32Array, count: number): number {
  switch (dictionary.layout) {
    case 'bits':
      return Math.ceil(count / 8);
    case 'fixed':
      return count * dictionary.width;
    case 'bytes': {
      const { offsets, length } = dictionary;
      let byteLength = 4 * (count + 1);
      for (let i = 0; i < count; i++) {
        const index = indices[i] as number;
        if (index < length) byteLength += (offsets[index + 1] as number) - (offsets[index] as number);
      }
      return byteLength;
    }
  }
}

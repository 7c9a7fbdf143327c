/** Parses boolean and text cells. */
import type { BitBuffer, BytesBuffer } from '@marquetry/core';
import { booleanBit } from '../../cells/booleans.js';
import type { CellTarget } from './cell-target.js';

export function booleanTarget(buffer: BitBuffer): CellTarget {
  let { data } = buffer;
  return {
    buffer,
    wanted: 'true or false',
    isText: false,
    start: (cells) => {
      buffer.reserve(cells);
      data = buffer.data;
    },
    put: (bytes, start, end) => {
      const bit = booleanBit(bytes, start, end);
      if (bit < 0) return false;
      const at = buffer.length++;
      if (bit === 1) data[at >> 3] = (data[at >> 3] as number) | (1 << (at & 7));
      return true;
    },
  };
}

/** Up to this length in bytes, a loop copies faster than `set`. */
const shortLength = 32;

/**
 * Copies the bytes of text cells without checking them: the text was validated as UTF-8 when it was split into records.
 */
export function textTarget(buffer: BytesBuffer): CellTarget {
  let { data, offsets } = buffer;
  return {
    buffer,
    wanted: 'text',
    isText: true,
    start: (cells) => {
      buffer.reserve(cells);
      ({ data, offsets } = buffer);
    },
    put: (bytes, start, end) => {
      const length = end - start;
      let at = offsets[buffer.length] as number;
      if (at + length > data.length) {
        buffer.reserve(1, length);
        ({ data, offsets } = buffer);
      }
      if (length <= shortLength) for (let from = start; from < end; from++) data[at++] = bytes[from] as number;
      else {
        data.set(bytes.subarray(start, end), at);
        at += length;
      }
      offsets[++buffer.length] = at;
      return true;
    },
  };
}

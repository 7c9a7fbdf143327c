/** Parses integer cells of 8 to 64 bits. */
import type { FixedBuffer } from '@marquetry/core';
import { bigInteger, smallInteger } from '../../cells/numbers.js';
import type { CellTarget } from './cell-target.js';
import { writeInt64 } from './write-int64.js';

/** Parses integers of 8, 16 or 32 bits, stored as INT32. */
export function int32Target(buffer: FixedBuffer, bitWidth: number, isSigned: boolean): CellTarget {
  const least = isSigned ? -(2 ** (bitWidth - 1)) : 0;
  const most = least + 2 ** bitWidth - 1;
  let words = buffer.words;
  return {
    buffer,
    wanted: `an integer from ${least} to ${most}`,
    isText: false,
    start: (cells) => {
      buffer.reserve(cells);
      words = buffer.words;
    },
    put: (bytes, start, end) => {
      const value = smallInteger(bytes, start, end);
      if (!(value >= least && value <= most)) return false;
      words[buffer.length++] = value;
      return true;
    },
  };
}

export function int64Target(buffer: FixedBuffer, isSigned: boolean): CellTarget {
  let words = buffer.words;
  return {
    buffer,
    wanted: isSigned ? 'a 64-bit integer' : 'an integer from 0 to 2^64 - 1',
    isText: false,
    start: (cells) => {
      buffer.reserve(cells);
      words = buffer.words;
    },
    put: (bytes, start, end) => {
      const value = smallInteger(bytes, start, end);
      if (Number.isNaN(value)) {
        const big = bigInteger(bytes, start, end);
        if (big === undefined || (isSigned ? BigInt.asIntN(64, big) : BigInt.asUintN(64, big)) !== big) return false;
        words[2 * buffer.length] = Number(big & 0xffffffffn);
        words[2 * buffer.length + 1] = Number((big >> 32n) & 0xffffffffn);
      } else {
        if (value < 0 && !isSigned) return false;
        writeInt64(words, buffer.length, value);
      }
      buffer.length++;
      return true;
    },
  };
}

/**
 * Encodes XOR_FLOAT. Bits are appended value by value; the values themselves are not kept.
 */
import { bytesOf, requireValues } from '@marquetry/core';
import { createBitWriter } from './bits.js';

/**
 * Creates an XOR_FLOAT encoder for one page of the column.
 * @param {import('@marquetry/core').ColumnType} column
 * @returns {import('@marquetry/core').ValueEncoder}
 */
export function encodeXor(column) {
  const wordsEach = column.width >> 2;
  const valueBits = 8 * column.width;
  const lengthBits = wordsEach === 2 ? 6 : 5;
  /** Number of bits that describe a new window (the range of bits that may differ): its start and its length. */
  const windowBits = 5 + lengthBits;
  const writer = createBitWriter();
  let isFirst = true;
  let previousHigh = 0;
  let previousLow = 0;
  let leading = 0;
  let length = 0; // 0: no window yet

  /**
   * Appends one value, given as its upper and lower 32 bits.
   * @param {number} high 0 for FLOAT.
   * @param {number} low
   */
  function add(high, low) {
    const upper = high ^ previousHigh;
    const lower = low ^ previousLow;
    previousHigh = high;
    previousLow = low;
    if (isFirst) {
      isFirst = false;
      if (wordsEach === 2) writer.write(high, 32);
      writer.write(low, 32);
      return;
    }
    if ((upper | lower) === 0) {
      writer.write(0, 1);
      return;
    }
    // 5 bits express up to 31 leading bits; further leading bits become part of the window.
    const equal = wordsEach === 2 && upper !== 0 ? Math.clz32(upper) : Math.clz32(lower) + valueBits - 32;
    const front = Math.min(equal, 31);
    const back = lower !== 0 ? trailingZeros(lower) : 32 + trailingZeros(upper);
    const needed = valueBits - front - back;
    const fits = length > 0 && front >= leading && back >= valueBits - leading - length;
    if (fits && length <= needed + windowBits) {
      writer.write(0b10, 2);
    } else {
      leading = front;
      length = needed;
      writer.write(0b11, 2);
      writer.write(leading, 5);
      writer.write(length - 1, lengthBits);
    }
    writeWindow(upper, lower);
  }

  /**
   * Writes the part of the XOR of two values that is in the current window. `upper` and `lower` are the words of the
   * XOR.
   * @param {number} upper
   * @param {number} lower
   */
  function writeWindow(upper, lower) {
    const trailing = valueBits - leading - length;
    if (trailing >= 32) {
      writer.write(upper >>> (trailing - 32), length);
      return;
    }
    if (length > 32) writer.write(upper >>> trailing, length - 32);
    const shifted = trailing === 0 ? lower : (lower >>> trailing) | (upper << (32 - trailing));
    writer.write(shifted, Math.min(length, 32));
  }

  return {
    get byteLength() {
      return writer.byteLength;
    },
    write(values, from, to) {
      const bytes = bytesOf(requireValues(values, 'fixed', column, from, to).data);
      const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
      for (let i = from * wordsEach; i < to * wordsEach; i += wordsEach) {
        if (wordsEach === 2) add(words[i + 1] ?? 0, words[i] ?? 0);
        else add(0, words[i] ?? 0);
      }
    },
    finish: () => writer.finish(),
  };
}

/**
 * Returns the number of zero bits after the last 1 bit of `word`.
 * @param {number} word Not 0.
 */
function trailingZeros(word) {
  return 31 - Math.clz32(word & -word);
}

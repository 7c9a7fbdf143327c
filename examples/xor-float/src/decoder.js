/**
 * Decodes XOR_FLOAT. A value is two 32-bit words (DOUBLE) or one (FLOAT), so the loop needs no BigInt.
 */
import { allocateBytes, fixedValues, limitError, ParquetError, requireBuffer, requireCount } from '@marquetry/core';
import { createBitReader } from './bits.js';

/**
 * Creates a decoder for the XOR_FLOAT values of a page.
 * @param {Uint8Array} bytes
 * @param {import('@marquetry/core').DecodeContext} context
 * @returns {import('@marquetry/core').ValueDecoder}
 */
export function decodeXor(bytes, { column, valueCount, limits }) {
  const wordsEach = column.width >> 2;
  const valueBits = 8 * column.width;
  // Every value after the first takes at least one bit, so a forged count fails here, before memory is allocated for it.
  if (valueCount > 0 && valueBits + valueCount - 1 > 8 * bytes.length) {
    throw new ParquetError('TRUNCATED', `${bytes.length} bytes are too few for ${valueCount} XOR_FLOAT values`);
  }
  const reader = createBitReader(bytes);
  const lengthBits = wordsEach === 2 ? 6 : 5;
  let done = 0;
  let high = 0;
  let low = 0;
  let leading = 0;
  let length = 0; // 0: no window yet

  function step() {
    if (done++ === 0) {
      if (wordsEach === 2) high = reader.read(32);
      low = reader.read(32);
      return;
    }
    if (reader.read(1) === 0) return;
    if (reader.read(1) === 1) {
      leading = reader.read(5);
      length = reader.read(lengthBits) + 1;
      if (leading + length > valueBits) {
        throw new ParquetError(
          'CORRUPT',
          `a window of ${length} bits after ${leading} leading bits exceeds the value`,
          { offset: reader.offset },
        );
      }
    } else if (length === 0) {
      throw new ParquetError('CORRUPT', 'the first window is missing', { offset: reader.offset });
    }
    const upper = length > 32 ? reader.read(length - 32) : 0;
    const lower = reader.read(Math.min(length, 32));
    const trailing = valueBits - leading - length;
    // (upper, lower) << trailing; shifts in JavaScript are modulo 32.
    if (trailing >= 32) {
      high ^= lower << (trailing - 32);
    } else {
      low ^= lower << trailing;
      high ^= trailing === 0 ? upper : (upper << trailing) | (lower >>> (32 - trailing));
    }
  }

  /**
   * Decodes `count` values into `words`, starting at index `at`.
   * @param {Int32Array} words
   * @param {number} at
   * @param {number} count
   */
  function fill(words, at, count) {
    for (let i = 0; i < count; i++) {
      step();
      words[at++] = low;
      if (wordsEach === 2) words[at++] = high;
    }
  }

  return {
    get remaining() {
      return valueCount - done;
    },
    read(count) {
      requireCount(count, valueCount - done);
      // One bit may decode to 64 bits, so valid bytes may still exceed the caller's limit.
      if (count * column.width > limits.decodedBytes) {
        throw limitError('decodedBytes', limits, `a value array of ${count * column.width} bytes`);
      }
      const decoded = allocateBytes(count * column.width);
      fill(new Int32Array(decoded.buffer), 0, count);
      return fixedValues(column, decoded, 0, count);
    },
    readInto(target, count) {
      requireCount(count, valueCount - done);
      const buffer = requireBuffer(target, 'fixed', column);
      buffer.reserve(count); // LIMIT
      fill(buffer.words, buffer.length * wordsEach, count);
      buffer.length += count;
    },
    skip(count) {
      requireCount(count, valueCount - done);
      for (let i = 0; i < count; i++) step();
    },
  };
}

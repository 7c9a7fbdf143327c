/**
 * Reads and writes ULEB128 integers of variable length ("varints"), and signed integers in zigzag form.
 *
 *   each byte: 7 bits of the value, least significant first; the top bit is 1 if another byte follows
 *   zigzag:    0, -1, 1, -2 ... are written as 0, 1, 2, 3 ...
 */
import { ParquetError } from '@marquetry/core';

/**
 * The position of the next read, and the end of the bytes. Readers advance `position` and never read at or beyond
 * `end`.
 */
export interface ByteCursor {
  position: number;
  readonly end: number;
}

/**
 * Reads an unsigned integer from 0 to 2^32 - 1, which takes at most 5 bytes.
 * @throws ParquetError TRUNCATED if the cursor ends inside the integer; CORRUPT if the integer has more than 32 bits.
 */
export function readVarint32(bytes: Uint8Array, cursor: ByteCursor): number {
  const start = cursor.position;
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = nextByte(bytes, cursor, start);
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) {
      if (shift === 28 && byte > 0x0f) break;
      return value >>> 0;
    }
  }
  throw new ParquetError('CORRUPT', 'a varint has more than 32 bits', { offset: start });
}

/**
 * Reads a zigzag int32. Accepts varints of up to 64 bits and reduces them modulo 2^32, because some writers compute
 * INT32 deltas in 64 bits.
 * @throws ParquetError TRUNCATED if the cursor ends inside the varint; CORRUPT if the varint has more than 64 bits.
 */
export function readZigzag32(bytes: Uint8Array, cursor: ByteCursor): number {
  const start = cursor.position;
  let low = 0;
  let bit32 = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = nextByte(bytes, cursor, start);
    if (shift < 32) low |= (byte & 0x7f) << shift;
    // This is the lowest bit of the high word, which the shift by 1 moves into the low word.
    if (shift === 28) bit32 = (byte >>> 4) & 1;
    if (byte < 0x80) {
      if (shift === 63 && byte > 1) break;
      return ((low >>> 1) | (bit32 << 31)) ^ -(low & 1);
    }
  }
  throw new ParquetError('CORRUPT', 'a varint has more than 64 bits', { offset: start });
}

/**
 * Reads a zigzag int64 as two words: the low word into `words[at]`, the high word into `words[at + 1]`.
 * @throws ParquetError TRUNCATED if the cursor ends inside the varint; CORRUPT if the varint has more than 64 bits.
 */
export function readZigzag64(bytes: Uint8Array, cursor: ByteCursor, words: Int32Array, at: number): void {
  const start = cursor.position;
  let low = 0;
  let high = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = nextByte(bytes, cursor, start);
    const bits = byte & 0x7f;
    if (shift < 32) low |= bits << shift;
    if (shift >= 32) high |= bits << (shift - 32);
    else if (shift === 28) high = bits >>> 4;
    if (byte < 0x80) {
      if (shift === 63 && byte > 1) break;
      const sign = -(low & 1);
      words[at] = ((low >>> 1) | (high << 31)) ^ sign;
      words[at + 1] = (high >>> 1) ^ sign;
      return;
    }
  }
  throw new ParquetError('CORRUPT', 'a varint has more than 64 bits', { offset: start });
}

function nextByte(bytes: Uint8Array, cursor: ByteCursor, start: number): number {
  const { position } = cursor;
  const byte = position < cursor.end ? bytes[position] : undefined;
  if (byte === undefined) throw new ParquetError('TRUNCATED', 'the bytes end inside a varint', { offset: start });
  cursor.position = position + 1;
  return byte;
}

/** Writes an unsigned 32-bit integer in 1 to 5 bytes, and returns the position after these bytes. */
export function writeVarint32(bytes: Uint8Array, position: number, value: number): number {
  let p = position;
  let rest = value >>> 0;
  for (; rest > 0x7f; rest >>>= 7) bytes[p++] = (rest & 0x7f) | 0x80;
  bytes[p++] = rest;
  return p;
}

/** Writes an int32 in zigzag form in 1 to 5 bytes, and returns the position after these bytes. */
export function writeZigzag32(bytes: Uint8Array, position: number, value: number): number {
  return writeVarint32(bytes, position, (value << 1) ^ (value >> 31));
}

/** Writes an int64, given as two words, in zigzag form in 1 to 10 bytes, and returns the position after these bytes. */
export function writeZigzag64(bytes: Uint8Array, position: number, low: number, high: number): number {
  const sign = high >> 31;
  let restLow = ((low << 1) ^ sign) >>> 0;
  let restHigh = (((high << 1) | (low >>> 31)) ^ sign) >>> 0;
  let p = position;
  while (restHigh !== 0 || restLow > 0x7f) {
    bytes[p++] = (restLow & 0x7f) | 0x80;
    restLow = ((restLow >>> 7) | (restHigh << 25)) >>> 0;
    restHigh >>>= 7;
  }
  bytes[p++] = restLow;
  return p;
}

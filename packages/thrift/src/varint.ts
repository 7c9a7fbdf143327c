/** Reads varints: 7 bits per byte, least significant first; the high bit is set on every byte but the last. */

import type { Cursor } from './cursor.js';

/** Reads a varint of up to 32 bits as an int32: values of 2^31 and above become negative. */
export function readVarint32(reader: Cursor): number {
  const { bytes, position } = reader;
  // The loop is unrolled, because most varints have one to three bytes, which a loop reads more slowly.
  if (reader.end - position < 5) return readLastVarint32(reader);
  const first = bytes[position] as number;
  if (first < 0x80) {
    reader.position = position + 1;
    return first;
  }
  const second = bytes[position + 1] as number;
  let bits = (first & 0x7f) | ((second & 0x7f) << 7);
  if (second < 0x80) {
    reader.position = position + 2;
    return bits;
  }
  const third = bytes[position + 2] as number;
  bits |= (third & 0x7f) << 14;
  if (third < 0x80) {
    reader.position = position + 3;
    return bits;
  }
  const fourth = bytes[position + 3] as number;
  bits |= (fourth & 0x7f) << 21;
  if (fourth < 0x80) {
    reader.position = position + 4;
    return bits;
  }
  const fifth = bytes[position + 4] as number;
  if (fifth > 0x0f) throw reader.error('CORRUPT', 'a varint has more than 32 bits');
  reader.position = position + 5;
  return bits | (fifth << 28);
}

/** Reads a varint if fewer than 5 bytes of input remain. */
function readLastVarint32(reader: Cursor): number {
  const { bytes, end } = reader;
  let position = reader.position;
  let bits = 0;
  // A varint that is too long needs no check here: fewer than 5 bytes remain, so the input ends first.
  for (let shift = 0; position < end; shift += 7) {
    const byte = bytes[position++] as number;
    bits |= (byte & 0x7f) << shift;
    if (byte < 0x80) {
      reader.position = position;
      return bits;
    }
  }
  throw reader.endOfBytes();
}

/**
 * Reads a zigzag i32 of any length. It is separate from `CompactReader.readI32` to keep that method small enough for
 * the engine to inline.
 */
export function readLongI32(reader: Cursor): number {
  const bits = readVarint32(reader);
  return (bits >>> 1) ^ -(bits & 1);
}

/** Reads a zigzag i64 as a number. Throws LIMIT for values outside ±(2^53 - 1). */
export function readLongI64(reader: Cursor): number {
  const { bytes, end } = reader;
  let position = reader.position;
  // The 64 bits are kept in two words, because BigInt is far slower.
  let low = 0;
  let high = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    if (position >= end) throw reader.endOfBytes();
    const byte = bytes[position++] as number;
    const bits = byte & 0x7f;
    if (shift < 32) low |= bits << shift;
    if (shift === 28) high = bits >>> 4;
    else if (shift > 28) high |= bits << (shift - 32);
    if (byte < 0x80) {
      if (shift === 63 && byte > 1) break;
      reader.position = position;
      return join(reader, low, high);
    }
  }
  throw reader.error('CORRUPT', 'a varint has more than 64 bits');
}

function join(reader: Cursor, low: number, high: number): number {
  const sign = -(low & 1);
  const value = ((high >>> 1) ^ sign) * 0x1_0000_0000 + ((((low >>> 1) | (high << 31)) ^ sign) >>> 0);
  // Sums within ±(2^53 - 1) are exact, and a sum beyond this range is never rounded to a number within it.
  if (!Number.isSafeInteger(value)) throw reader.error('LIMIT', 'an i64 is outside ±(2^53 - 1)');
  return value;
}

/** Reads an i64 as a bigint, whatever its value. @throws ParquetError CORRUPT, TRUNCATED. */
export function readI64Big(reader: Cursor): bigint {
  let bits = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = reader.bytes[reader.advance(1)] as number;
    bits |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) {
      if (shift === 63n && byte > 1) break;
      return (bits >> 1n) ^ -(bits & 1n);
    }
  }
  throw reader.error('CORRUPT', 'a varint has more than 64 bits');
}

/** Decompresses a Snappy block. */

import { ParquetError } from '@marquetry/core';
import { copyMatch } from '@marquetry/lz-blocks';
import { inlineLiteral, TagKind } from './tags.js';

/**
 * Maximum number of input bytes that the fast path reads per element: a tag, and a literal of {@link inlineLiteral}
 * bytes, which is read 8 bytes at a time.
 */
const longestElement = 1 + inlineLiteral + 8;
/**
 * Maximum number of output bytes that the fast path writes per element: a copy of 64 bytes, written 8 bytes at a time.
 */
const longestOutput = 64 + 8;
/** A copy that refers at least this many bytes back reads only words that have already been written. */
const wordBytes = 4;

/** The largest position for which the position after one more element is still an int32. */
const largestInt = 2 ** 31 - 128;

/**
 * Decompresses a Snappy block, as {@link Codec.decompress} specifies. Errors have the offset of the invalid element.
 */
export function decompress(packed: Uint8Array, into: Uint8Array): void {
  const end = packed.length;
  const size = into.length;
  const source = new DataView(packed.buffer, packed.byteOffset, end);
  const target = new DataView(into.buffer, into.byteOffset, size);
  // Local constants are used so that the loop does not read properties of `TagKind`.
  const { LITERAL, COPY_1, COPY_2 } = TagKind;
  let position = readPreamble(packed, size);
  let written = 0;
  for (;;) {
    // The fast path handles short literals, and copies from at least one word back, where all bounds are far enough
    // away. The copying code is repeated for each kind of element, because engines do not inline a function three
    // times.
    const lastElement = Math.min(end - longestElement, largestInt);
    const lastOutput = Math.min(size - longestOutput, largestInt);
    while (position <= lastElement && written <= lastOutput) {
      const word = source.getInt32(position, true);
      const kind = word & 3;
      if (kind === LITERAL) {
        const length = ((word >>> 2) & 63) + 1;
        if (length > inlineLiteral) break;
        const from = (position + 1) | 0;
        target.setInt32(written, source.getInt32(from, true), true);
        if (length > 4) {
          target.setInt32(written + 4, source.getInt32(from + 4, true), true);
          for (let k = 8; k < length; k += 8) {
            target.setInt32(written + k, source.getInt32(from + k, true), true);
            target.setInt32(written + k + 4, source.getInt32(from + k + 4, true), true);
          }
        }
        position = (position + length + 1) | 0;
        written = (written + length) | 0;
        continue;
      }
      if (kind === COPY_1) {
        const offset = ((word << 3) & 0x700) | ((word >>> 8) & 0xff);
        if (offset < wordBytes || offset > written) break;
        // The length of this copy is 4 to 11 bytes.
        const from = (written - offset) | 0;
        target.setInt32(written, target.getInt32(from, true), true);
        target.setInt32(written + 4, target.getInt32(from + 4, true), true);
        target.setInt32(written + 8, target.getInt32(from + 8, true), true);
        position = (position + 2) | 0;
        written = (written + ((word >>> 2) & 7) + 4) | 0;
        continue;
      }
      const offset = (word >>> 8) & 0xffff;
      if (kind !== COPY_2 || offset < wordBytes || offset > written) break;
      const length = ((word >>> 2) & 63) + 1;
      const from = (written - offset) | 0;
      target.setInt32(written, target.getInt32(from, true), true);
      target.setInt32(written + 4, target.getInt32(from + 4, true), true);
      for (let k = 8; k < length; k += 8) {
        target.setInt32(written + k, target.getInt32(from + k, true), true);
        target.setInt32(written + k + 4, target.getInt32(from + k + 4, true), true);
      }
      position = (position + 3) | 0;
      written = (written + length) | 0;
    }
    if (position >= end) break;
    const element = position;
    const tag = packed[position++] as number;
    const kind = tag & 3;
    if (kind === LITERAL) {
      let length = (tag >>> 2) + 1;
      if (length > inlineLiteral) {
        const width = length - inlineLiteral;
        if (width > end - position) throw truncated(element);
        length = readLength(packed, position, width);
        position += width;
      }
      if (length > end - position) throw truncated(element);
      if (length > size - written) throw overflow(element, size);
      into.set(packed.subarray(position, position + length), written);
      position += length;
      written += length;
      continue;
    }
    let length = (tag >>> 2) + 1;
    let offset: number;
    if (kind === COPY_1) {
      if (position >= end) throw truncated(element);
      length = ((tag >>> 2) & 7) + 4;
      offset = ((tag >>> 5) << 8) | (packed[position++] as number);
    } else if (kind === COPY_2) {
      if (end - position < 2) throw truncated(element);
      offset = source.getUint16(position, true);
      position += 2;
    } else {
      if (end - position < 4) throw truncated(element);
      offset = source.getUint32(position, true);
      position += 4;
    }
    if (offset === 0 || offset > written) {
      throw new ParquetError('CORRUPT', `a Snappy copy must refer 1 to ${written} bytes back, got ${offset}`, {
        offset: element,
      });
    }
    if (length > size - written) throw overflow(element, size);
    written = copyMatch(into, target, written, offset, length);
  }
  if (written !== size) {
    throw new ParquetError('TRUNCATED', `the Snappy block decompresses to only ${written} of ${size} bytes`, {
      offset: end,
    });
  }
}

/** Reads the size at the start of the block, which must be `size`. Returns the position after it. */
export function readPreamble(packed: Uint8Array, size: number): number {
  let announced = 0;
  let unit = 1;
  for (let i = 0; i < 5; i++) {
    const byte = packed[i];
    if (byte === undefined) throw truncated(0);
    // Multiply instead of shifting: the fifth byte contains bits 28 and up, so in an invalid block the size may need
    // more than 32 bits.
    announced += (byte & 0x7f) * unit;
    unit *= 128;
    if (byte < 0x80) {
      if (announced === size) return i + 1;
      throw new ParquetError(
        'CORRUPT',
        `the Snappy block states a size of ${announced} bytes, but ${size} are expected`,
        {
          offset: 0,
        },
      );
    }
  }
  throw new ParquetError('CORRUPT', 'the size field of the Snappy block exceeds 5 bytes', { offset: 0 });
}

/** Reads the length of a literal from `width` bytes (1 to 4). Returns a double, because the length may be 2^32. */
function readLength(packed: Uint8Array, position: number, width: number): number {
  let length = 0;
  for (let i = width - 1; i >= 0; i--) length = length * 256 + (packed[position + i] as number);
  return length + 1;
}

function truncated(offset: number): ParquetError {
  return new ParquetError('TRUNCATED', 'the Snappy block ends inside an element', { offset });
}

function overflow(offset: number, size: number): ParquetError {
  return new ParquetError('CORRUPT', `the Snappy block decompresses to more than ${size} bytes`, { offset });
}

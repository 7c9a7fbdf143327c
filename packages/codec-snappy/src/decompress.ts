/**
 * Snappy block to bytes.
 */

import { ParquetError } from '@marquetry/core';
import { copyMatch } from '@marquetry/lz-blocks';
import { inlineLiteral, TagKind } from './tags.js';

/** See {@link Codec.decompress}. Offsets of errors are those of the element at fault. */
export function decompress(packed: Uint8Array, into: Uint8Array): void {
  const end = packed.length;
  const size = into.length;
  const source = new DataView(packed.buffer, packed.byteOffset, end);
  const target = new DataView(into.buffer, into.byteOffset, size);
  let position = readPreamble(packed, size);
  let written = 0;
  while (position < end) {
    const element = position;
    const tag = packed[position++] as number;
    const kind = tag & 3;
    if (kind === TagKind.LITERAL) {
      let length = (tag >>> 2) + 1;
      if (length > inlineLiteral) {
        const width = length - inlineLiteral;
        if (width > end - position) throw truncated(element);
        length = readLength(packed, position, width);
        position += width;
      }
      if (length > end - position) throw truncated(element);
      if (length > size - written) throw overflow(element, size);
      if (length <= 16 && end - position >= 16 && size - written >= 16) {
        // Short ones are not worth a call; words may run over their end on both sides.
        for (let i = 0; i < length; i += 4) target.setInt32(written + i, source.getInt32(position + i, true), true);
      } else {
        into.set(packed.subarray(position, position + length), written);
      }
      position += length;
      written += length;
      continue;
    }
    let length = (tag >>> 2) + 1;
    let offset: number;
    if (kind === TagKind.COPY_1) {
      if (position >= end) throw truncated(element);
      length = ((tag >>> 2) & 7) + 4;
      offset = ((tag >>> 5) << 8) | (packed[position++] as number);
    } else if (kind === TagKind.COPY_2) {
      if (end - position < 2) throw truncated(element);
      offset = source.getUint16(position, true);
      position += 2;
    } else {
      if (end - position < 4) throw truncated(element);
      offset = source.getUint32(position, true);
      position += 4;
    }
    if (offset === 0 || offset > written) {
      throw new ParquetError('CORRUPT', `Snappy copy reaches ${offset} bytes back after ${written}`, {
        offset: element,
      });
    }
    if (length > size - written) throw overflow(element, size);
    if (offset >= 4 && size - written >= length + 3) {
      // The same as below, by far the most frequent case: inlined it is a third faster.
      const end = written + length;
      for (let from = written - offset; written < end; written += 4, from += 4) {
        target.setInt32(written, target.getInt32(from, true), true);
      }
      written = end;
    } else {
      written = copyMatch(into, target, written, offset, length);
    }
  }
  if (written !== size) {
    throw new ParquetError('TRUNCATED', `Snappy block ends after ${written} of ${size} bytes`, { offset: end });
  }
}

/** The position after the size, which must be `size`. */
function readPreamble(packed: Uint8Array, size: number): number {
  let announced = 0;
  for (let i = 0; i < 5; i++) {
    const byte = packed[i];
    if (byte === undefined) throw truncated(0);
    // Not a shift: the fifth byte holds bits 28..31 and, in a bad file, more.
    announced += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) {
      if (announced === size) return i + 1;
      throw new ParquetError('CORRUPT', `Snappy block of ${announced} bytes where ${size} are expected`, { offset: 0 });
    }
  }
  throw new ParquetError('CORRUPT', 'Snappy size takes more than 5 bytes', { offset: 0 });
}

/** A literal's length from `width` bytes, 1 to 4; a double, as it may be 2^32. */
function readLength(packed: Uint8Array, position: number, width: number): number {
  let length = 0;
  for (let i = width - 1; i >= 0; i--) length = length * 256 + (packed[position + i] as number);
  return length + 1;
}

function truncated(offset: number): ParquetError {
  return new ParquetError('TRUNCATED', 'Snappy block ends within an element', { offset });
}

function overflow(offset: number, size: number): ParquetError {
  return new ParquetError('CORRUPT', `Snappy block unpacks to more than ${size} bytes`, { offset });
}

/**
 * Decompresses an LZO1X stream.
 *
 *   stream   = [first literals] instruction* end
 *   first    = 18..255                     value - 17 literals; any other byte is an instruction
 *   instruction, by the bits of its first byte; S = number of literals that follow it, 0 to 3
 *     0000LLLL    after no literals       L + 3 literals; L = 0: 18 + more
 *     0000DDSS H  after 1 to 3 literals   match of 2, H * 4 + D + 1 back
 *     0000DDSS H  after 4 or more         match of 3, H * 4 + D + 2049 back
 *     0001HLLL    [more] D:14 S:2          match of L + 2 (L = 0: 9 + more), 16384 + H * 16384 + D back
 *     001LLLLL    [more] D:14 S:2          match of L + 2 (L = 0: 33 + more), D + 1 back
 *     01LDDDSS H                           match of L + 3, H * 8 + D + 1 back
 *     1LLDDDSS H                           match of L + 5, H * 8 + D + 1 back
 *   more     = 0*, 1..255                  adds 255 for each 0, and the last byte
 *   end      = 0x11 0x00 0x00              would be a match 16384 back, but is reserved as the end of the stream
 *
 * `D:14 S:2` are two bytes, little endian. Source: "LZO stream format as understood by Linux's LZO decompressor",
 * Documentation/staging/lzo.rst of the Linux kernel, version 0 of the stream; there is no other description. Version 1
 * (lzo-rle), which begins with 0x11 and a version, is used only by that kernel to compress memory, and never in files.
 */

import { ParquetError } from '@marquetry/core';
import { copyMatch } from '@marquetry/lz-blocks';

/**
 * Decompresses the stream `packed[from, to)` into the start of `into`, and returns the number of bytes. May overwrite
 * the bytes of `into` that follow.
 * @throws ParquetError TRUNCATED if the stream ends within an instruction or without the `end` instruction; CORRUPT if
 * the stream is malformed, does not fit in `into`, or ends before `to`.
 */
export function unpackStream(packed: Uint8Array, from: number, to: number, into: Uint8Array): number {
  const source = new DataView(packed.buffer, packed.byteOffset, to);
  const target = new DataView(into.buffer, into.byteOffset, into.length);
  const size = into.length;
  let position = from;
  let written = 0;
  // Number of literals before the next instruction, at most 4: the format treats all larger numbers as 4.
  let behind = 0;
  const first = from < to ? (packed[from] as number) : 0;
  if (first > 17) {
    const literals = first - 17;
    position++;
    requireRoom(literals, to - position, size - written, from, size);
    into.set(packed.subarray(position, position + literals), 0);
    position += literals;
    written = literals;
    behind = Math.min(literals, 4);
  }
  for (;;) {
    const start = position;
    if (position >= to) throw truncated(start);
    const code = packed[position++] as number;
    let length: number;
    let distance: number;
    let literals: number;
    if (code >= 64) {
      if (position >= to) throw truncated(start);
      length = (code >> 5) + 1;
      distance = ((packed[position++] as number) << 3) + ((code >> 2) & 7) + 1;
      literals = code & 3;
    } else if (code >= 16) {
      const mask = code >= 32 ? 31 : 7;
      length = code & mask;
      if (length === 0) {
        const last = endOfZeros(packed, position, to, start);
        length = mask + 255 * (last - position) + (packed[last] as number);
        position = last + 1;
      }
      length += 2;
      if (to - position < 2) throw truncated(start);
      const word = source.getUint16(position, true);
      position += 2;
      literals = word & 3;
      distance = (word >> 2) + (code >= 32 ? 1 : 16384 + ((code & 8) << 11));
      if (code < 32 && distance === 16384) {
        if (position === to) return written;
        throw new ParquetError('CORRUPT', `${to - position} bytes follow the LZO stream`, {
          offset: position,
        });
      }
    } else if (behind === 0) {
      literals = code;
      if (literals === 0) {
        const last = endOfZeros(packed, position, to, start);
        literals = 15 + 255 * (last - position) + (packed[last] as number);
        position = last + 1;
      }
      literals += 3;
      requireRoom(literals, to - position, size - written, start, size);
      if (literals <= 32 && to - position >= 32 && size - written >= 32) {
        // Short literals are copied word by word, which is faster than calling `set`. The last word may read and write
        // bytes after the literals.
        for (let i = 0; i < literals; i += 4) target.setInt32(written + i, source.getInt32(position + i, true), true);
      } else {
        into.set(packed.subarray(position, position + literals), written);
      }
      position += literals;
      written += literals;
      behind = 4;
      continue;
    } else {
      if (position >= to) throw truncated(start);
      length = behind === 4 ? 3 : 2;
      distance = ((packed[position++] as number) << 2) + (code >> 2) + (behind === 4 ? 2049 : 1);
      literals = code & 3;
    }
    if (distance > written) {
      throw new ParquetError('CORRUPT', `an LZO match must refer 1 to ${written} bytes back, got ${distance}`, {
        offset: start,
      });
    }
    requireRoom(literals, to - position, size - written - length, start, size);
    if (distance >= 4 && size - written >= length + 3) {
      // This is the most frequent case, so it is handled here instead of by calling `copyMatch`.
      const end = written + length;
      for (let back = written - distance; written < end; written += 4, back += 4) {
        target.setInt32(written, target.getInt32(back, true), true);
      }
      written = end;
    } else {
      written = copyMatch(into, target, written, distance, length);
    }
    if (size - written >= 4 && to - position >= 4) {
      // The literals are copied as one word, which may read and write bytes after them.
      target.setInt32(written, source.getInt32(position, true), true);
      position += literals;
      written += literals;
    } else {
      for (const end = written + literals; written < end; ) into[written++] = packed[position++] as number;
    }
    behind = literals;
  }
}

/**
 * Checks that the stream has at least `literals` more bytes, and that they fit in the output.
 * @throws ParquetError TRUNCATED if the stream has too few bytes; CORRUPT if the output has too little room.
 */
function requireRoom(literals: number, left: number, room: number, offset: number, size: number): void {
  if (literals > left) throw truncated(offset);
  if (literals > room)
    throw new ParquetError('CORRUPT', `the LZO stream decompresses to more than ${size} bytes`, { offset });
}

/** Returns the position of the first byte at or after `position` that is not 0. */
function endOfZeros(packed: Uint8Array, position: number, to: number, start: number): number {
  let at = position;
  while (at < to && packed[at] === 0) at++;
  if (at === to) throw truncated(start);
  return at;
}

function truncated(offset: number): ParquetError {
  return new ParquetError('TRUNCATED', 'the LZO stream ends inside an instruction', { offset });
}

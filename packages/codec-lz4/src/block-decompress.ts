/**
 * Decompresses an LZ4 block (lz4, doc/lz4_Block_format.md).
 *
 *   block    = sequence*                   the last sequence ends after its literals
 *   sequence = token, literal length bytes*, literals, offset (2 bytes, little endian), match length bytes*
 *   token    = literal length << 4 | match length - 4; if a length is 15, length bytes follow: add them, up to and including the first below 255
 */

import { ParquetError } from '@marquetry/core';
import { copyInEights, copyMatch, stepBytes } from '@marquetry/lz-blocks';

/** The position of a block in the compressed bytes, and that of its output. */
export interface BlockPlace {
  /** The byte range of the block in the compressed bytes. */
  readonly from: number;
  readonly to: number;
  /** The position in `into` at which the output starts. */
  readonly at: number;
  /**
   * The first position in `into` to which matches may refer: the position at which the output starts, or an earlier one
   * if the block is linked to earlier blocks.
   */
  readonly floor: number;
}

/** Decompresses an LZ4 block, as {@link Codec.decompress} specifies. */
export function decompressBlock(packed: Uint8Array, into: Uint8Array): void {
  const end = unpackBlock(packed, into, { from: 0, to: packed.length, at: 0, floor: 0 });
  if (end !== into.length) {
    const reason = `the LZ4 block decompresses to only ${end} of ${into.length} bytes`;
    throw new ParquetError('TRUNCATED', reason, { offset: packed.length });
  }
}

/**
 * Decompresses one block and returns the end of its output in `into`. May overwrite bytes of `into` after the output.
 * @throws ParquetError TRUNCATED if the block ends within a sequence, CORRUPT if it is malformed or does not fit.
 */
export function unpackBlock(packed: Uint8Array, into: Uint8Array, { from, to, at, floor }: BlockPlace): number {
  const source = new DataView(packed.buffer, packed.byteOffset, to);
  const target = new DataView(into.buffer, into.byteOffset, into.length);
  const size = into.length;
  let position = from;
  let written = at;
  while (position < to) {
    const sequence = position;
    const token = packed[position++] as number;
    let literals = token >>> 4;
    if (literals === 15) {
      let byte = 255;
      while (byte === 255) {
        if (position >= to) throw truncated(sequence);
        byte = packed[position++] as number;
        literals += byte;
      }
    }
    if (literals > to - position) throw truncated(sequence);
    if (literals > size - written) throw overflow(sequence, size);
    if (literals <= 16 && to - position >= 16 && size - written >= 16) {
      // Short literals are copied in steps of several bytes, which is faster than calling `set`. A step may read and
      // write bytes after the literals.
      copyInEights(source, position, target, written, literals);
    } else {
      into.set(packed.subarray(position, position + literals), written);
    }
    position += literals;
    written += literals;
    if (position === to) return written;

    if (to - position < 2) throw truncated(sequence);
    const offset = source.getUint16(position, true);
    position += 2;
    let length = (token & 15) + 4;
    if (length === 19) {
      let byte = 255;
      while (byte === 255) {
        if (position >= to) throw truncated(sequence);
        byte = packed[position++] as number;
        length += byte;
      }
    }
    if (offset === 0 || offset > written - floor) {
      const reason = `an LZ4 match must refer 1 to ${written - floor} bytes back, got ${offset}`;
      throw new ParquetError('CORRUPT', reason, { offset: sequence });
    }
    if (length > size - written) throw overflow(sequence, size);
    if (offset >= stepBytes && size - written >= length + stepBytes) {
      copyInEights(target, written - offset, target, written, length);
      written += length;
    } else {
      written = copyMatch(into, target, written, offset, length);
    }
  }
  throw new ParquetError('TRUNCATED', 'the LZ4 block must end with literals', { offset: to });
}

function truncated(offset: number): ParquetError {
  return new ParquetError('TRUNCATED', 'the LZ4 block ends within a sequence', { offset });
}

function overflow(offset: number, size: number): ParquetError {
  return new ParquetError('CORRUPT', `the LZ4 block decompresses to more than ${size} bytes`, { offset });
}

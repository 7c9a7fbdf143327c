/**
 * Reads the headers of the blocks in a delta stream.
 *
 *   block      min delta (zigzag varint) | widths (1 byte per miniblock) | bodies
 *   body       deltas - min delta, `width` bits each, least significant bit first
 *
 * Consecutive miniblocks of a block that have the same width are read together:
 *
 *   widths       5   5   5   0          first the three miniblocks of width 5, then the one of width 0
 *   bodies     | A | B | C |
 *
 * The last miniblock that contains a value is padded to its full size. Later miniblocks of the block have a width byte,
 * which may have any value, but no body.
 */
import { type ByteCursor, readZigzag64 } from '@marquetry/bit-io';
import { ParquetError } from '@marquetry/core';
import type { StreamHeader } from './header.js';

/**
 * The position in the blocks of a delta stream. The current miniblocks are one or more consecutive miniblocks of a
 * block that have the same width; they are read together. This is a plain object, because its members are read often.
 */
export interface Blocks {
  readonly bytes: Uint8Array;
  readonly miniblocks: number;
  readonly miniblockSize: number;
  readonly cursor: ByteCursor;
  /** Number of deltas after the current miniblocks. */
  left: number;
  /** Position of the widths of the current block. */
  widthsAt: number;
  /** Number of miniblock widths of the current block that have been read. */
  miniblock: number;
  /** Bits per value in the current miniblocks, 0 to 64. */
  width: number;
  /**
   * Byte position of the bit-packed deltas of the current miniblocks. The input has been checked to contain them all.
   */
  body: number;
  /** Number of values in the current miniblocks, not counting padding. */
  count: number;
  /** Position after the current miniblocks: the start of the next miniblock or block, or the end of the stream. */
  position: number;
}

/** Returns the position before the first block. The blocks start at the cursor and contain `deltas` deltas. */
export function createBlocks(bytes: Uint8Array, cursor: ByteCursor, header: StreamHeader, deltas: number): Blocks {
  const { miniblocks, miniblockSize } = header;
  const { position } = cursor;
  return {
    bytes,
    miniblocks,
    miniblockSize,
    cursor,
    left: deltas,
    widthsAt: 0,
    miniblock: miniblocks,
    width: 0,
    body: position,
    count: 0,
    position,
  };
}

/** Moves back to the position before the first block, which starts at `start`. */
export function restartBlocks(blocks: Blocks, start: number, deltas: number): void {
  blocks.left = deltas;
  blocks.miniblock = blocks.miniblocks;
  blocks.position = start;
}

/** Returns true if the next miniblock is the first of a block. The block then starts at `blocks.position`. */
export function isBetweenBlocks(blocks: Blocks): boolean {
  return blocks.miniblock === blocks.miniblocks;
}

/**
 * Moves to the next miniblocks of equal width. If they are the first of a block, writes the min delta of the block to
 * `state[0]` and `state[1]`, low word first.
 * @throws ParquetError TRUNCATED if bits of a value are missing; CORRUPT for a width above 64.
 */
export function nextMiniblocks(blocks: Blocks, state: Int32Array): void {
  const { bytes, miniblocks, miniblockSize, left } = blocks;
  if (isBetweenBlocks(blocks)) openBlock(blocks, state);
  const { widthsAt, position } = blocks;
  let miniblock = blocks.miniblock;
  const width = bytes[widthsAt + miniblock] as number;
  if (width > 64) {
    throw new ParquetError('CORRUPT', `a delta miniblock can have at most 64 bits per value, got ${width}`, {
      offset: widthsAt + miniblock,
    });
  }
  let size = 0;
  do {
    size += miniblockSize;
    miniblock++;
  } while (size < left && miniblock < miniblocks && bytes[widthsAt + miniblock] === width);
  const count = Math.min(size, left);
  if (Math.ceil((count * width) / 8) > bytes.length - position) {
    throw new ParquetError('TRUNCATED', `a delta miniblock of ${width} bits per value is truncated`, {
      offset: position,
    });
  }
  blocks.miniblock = miniblock;
  blocks.left = left - count;
  blocks.width = width;
  blocks.body = position;
  blocks.count = count;
  // Old writers omit the padding of the last miniblock.
  blocks.position = Math.min(position + (size / 8) * width, bytes.length);
}

/**
 * Skips complete blocks by reading only their headers. Stops before an invalid block, for which {@link nextMiniblocks}
 * then throws.
 */
export function passWholeBlocks(blocks: Blocks): void {
  const { bytes, miniblocks, miniblockSize } = blocks;
  const blockSize = miniblocks * miniblockSize;
  const end = bytes.length;
  let { left, position } = blocks;
  while (left >= blockSize) {
    let at = position;
    while (at < end && (bytes[at] as number) >= 0x80) at++;
    const widthsEnd = at + 1 + miniblocks;
    if (at - position >= maxVarintBytes || widthsEnd > end) break;
    let width = 0;
    let widest = 0;
    for (at++; at < widthsEnd; at++) {
      const one = bytes[at] as number;
      width += one;
      if (one > widest) widest = one;
    }
    const next = widthsEnd + width * (miniblockSize >> 3);
    if (widest > 64 || next > end) break;
    position = next;
    left -= blockSize;
  }
  blocks.position = position;
  blocks.left = left;
}

/** Maximum size in bytes of a 64-bit varint, which has 7 bits per byte. */
const maxVarintBytes = 10;

function openBlock(blocks: Blocks, state: Int32Array): void {
  const { bytes, cursor, miniblocks } = blocks;
  cursor.position = blocks.position;
  readZigzag64(bytes, cursor, state, 0);
  blocks.widthsAt = cursor.position;
  blocks.miniblock = 0;
  blocks.position = cursor.position + miniblocks;
  if (blocks.position > bytes.length) {
    throw new ParquetError('TRUNCATED', `a delta block ends inside the widths of its ${miniblocks} miniblocks`, {
      offset: cursor.position,
    });
  }
}

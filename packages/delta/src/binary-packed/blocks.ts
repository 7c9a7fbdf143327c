/**
 * The blocks of a delta stream, walked one stretch at a time.
 *
 *   block      min delta (zigzag varint) | widths (1 byte a miniblock) | bodies
 *   body       deltas - min delta, `width` bits each, least significant bit first
 *
 * The last miniblock that holds a value is padded to its full size; those after it have a width byte, of any value, and
 * no body. A stretch is a run of miniblocks of one block with one width: their bodies read as one.
 */
import { type ByteCursor, readZigzag64 } from '@marquetry/bit-io';
import { ParquetError } from '@marquetry/core';
import type { StreamHeader } from './header.js';

/** Where a walk over blocks is. Plain fields: they are read for every stretch. */
export interface Blocks {
  readonly bytes: Uint8Array;
  readonly miniblocks: number;
  readonly miniblockSize: number;
  readonly cursor: ByteCursor;
  /** Deltas in the stretches to come. */
  left: number;
  /** Where the current block's widths are, and how many of them were walked. */
  widthsAt: number;
  miniblock: number;
  /** Packed bits a value in the current stretch, 0 to 64. */
  width: number;
  /** Where the current stretch's bodies start. Their bits are there: that was checked. */
  body: number;
  /** Values in the current stretch, padding not counted. */
  count: number;
  /** Where the next stretch's bodies, or the next block, or what follows the stream, starts. */
  position: number;
}

/** A walk over the blocks that start at `start` and hold `deltas` deltas. */
export function createBlocks(bytes: Uint8Array, start: number, header: StreamHeader, deltas: number): Blocks {
  const { miniblocks, miniblockSize } = header;
  return {
    bytes,
    miniblocks,
    miniblockSize,
    cursor: { position: start, end: bytes.length },
    left: deltas,
    widthsAt: 0,
    miniblock: miniblocks,
    width: 0,
    body: start,
    count: 0,
    position: start,
  };
}

/** True where the next stretch is the first of a block, which starts at `blocks.position`. */
export function isBetweenBlocks(blocks: Blocks): boolean {
  return blocks.miniblock === blocks.miniblocks;
}

/**
 * Moves to the next stretch; a new block's min delta goes to `state[0]` and `state[1]`, low word first.
 * @throws ParquetError TRUNCATED when bits of a value are not there; CORRUPT for a width above 64.
 */
export function nextStretch(blocks: Blocks, state: Int32Array): void {
  const { bytes, miniblocks, miniblockSize, left } = blocks;
  if (isBetweenBlocks(blocks)) openBlock(blocks, state);
  const { widthsAt, position } = blocks;
  let miniblock = blocks.miniblock;
  const width = bytes[widthsAt + miniblock] as number;
  if (width > 64) {
    throw new ParquetError('CORRUPT', `a delta miniblock is ${width} bits wide`, { offset: widthsAt + miniblock });
  }
  let size = 0;
  do {
    size += miniblockSize;
    miniblock++;
  } while (size < left && miniblock < miniblocks && bytes[widthsAt + miniblock] === width);
  const count = Math.min(size, left);
  if (Math.ceil((count * width) / 8) > bytes.length - position) {
    throw new ParquetError('TRUNCATED', `a delta miniblock of ${width} bits a value is cut short`, {
      offset: position,
    });
  }
  blocks.miniblock = miniblock;
  blocks.left = left - count;
  blocks.width = width;
  blocks.body = position;
  blocks.count = count;
  // Old writers cut the padding of the last miniblock.
  blocks.position = Math.min(position + (size / 8) * width, bytes.length);
}

/**
 * Skips the blocks at the start of a walk that are full, by their headers alone. Stops where something is wrong
 * with one: {@link nextStretch} says what.
 */
export function passWholeBlocks(blocks: Blocks): void {
  const { bytes, miniblocks, miniblockSize } = blocks;
  const blockSize = miniblocks * miniblockSize;
  const end = bytes.length;
  while (blocks.left >= blockSize) {
    let at = blocks.position;
    while (at < end && (bytes[at] as number) >= 0x80) at++;
    const widthsEnd = at + 1 + miniblocks;
    if (at - blocks.position >= maxVarintBytes || widthsEnd > end) return;
    let width = 0;
    let widest = 0;
    for (at++; at < widthsEnd; at++) {
      const one = bytes[at] as number;
      width += one;
      if (one > widest) widest = one;
    }
    const next = widthsEnd + (width * miniblockSize) / 8;
    if (widest > 64 || next > end) return;
    blocks.position = next;
    blocks.left -= blockSize;
  }
}

/** Of 64 bits, 7 a byte. */
const maxVarintBytes = 10;

function openBlock(blocks: Blocks, state: Int32Array): void {
  const { bytes, cursor, miniblocks } = blocks;
  cursor.position = blocks.position;
  readZigzag64(bytes, cursor, state, 0);
  blocks.widthsAt = cursor.position;
  blocks.miniblock = 0;
  blocks.position = cursor.position + miniblocks;
  if (blocks.position > bytes.length) {
    throw new ParquetError('TRUNCATED', `the ${miniblocks} widths of a delta block are cut short`, {
      offset: cursor.position,
    });
  }
}

/**
 * The blocks of a delta stream, walked one stretch at a time.
 *
 *   block      min delta (zigzag varint) | widths (1 byte a miniblock) | bodies
 *   body       deltas - min delta, `width` bits each, least significant bit first
 *
 * The last miniblock that holds a value is padded to its full size; those behind it have a width byte, of any value, and
 * no body. A stretch is a run of miniblocks of one block with one width: their bodies read as one.
 */
import { type ByteCursor, readZigzag64 } from '@marquetry/bit-io';
import { ParquetError } from '@marquetry/core';
import type { StreamHeader } from './header.js';

export interface Blocks {
  /** Packed bits a value in the current stretch, 0 to 64. */
  readonly width: number;
  /** Where the current stretch's bodies start. Their bits are there: that was checked. */
  readonly body: number;
  /** Values in the current stretch, padding not counted. */
  readonly count: number;
  /** Where the next stretch's bodies, or the next block, or what follows the stream, starts. */
  readonly position: number;
  /**
   * Moves to the next stretch; a new block's min delta goes to `state[0]` and `state[1]`, low word first.
   * @throws ParquetError TRUNCATED when bits of a value are not there; CORRUPT for a width above 64.
   */
  advance(state: Int32Array): void;
}

/** The blocks that start at `cursor` and hold `deltas` deltas. */
export function createBlocks(bytes: Uint8Array, start: number, header: StreamHeader, deltas: number): Blocks {
  const { miniblocks, miniblockSize } = header;
  const cursor: ByteCursor = { position: start, end: bytes.length };
  let left = deltas;
  let widthsAt = 0;
  let miniblock = miniblocks;
  let position = start;
  let body = start;
  let width = 0;
  let count = 0;

  function openBlock(state: Int32Array): void {
    cursor.position = position;
    readZigzag64(bytes, cursor, state, 0);
    widthsAt = cursor.position;
    position = widthsAt + miniblocks;
    miniblock = 0;
    if (position > bytes.length) {
      throw new ParquetError('TRUNCATED', `the ${miniblocks} widths of a delta block are cut short`, {
        offset: widthsAt,
      });
    }
  }

  return {
    get width(): number {
      return width;
    },
    get body(): number {
      return body;
    },
    get count(): number {
      return count;
    },
    get position(): number {
      return position;
    },
    advance(state): void {
      if (miniblock === miniblocks) openBlock(state);
      width = bytes[widthsAt + miniblock] as number;
      if (width > 64) {
        throw new ParquetError('CORRUPT', `a delta miniblock is ${width} bits wide`, { offset: widthsAt + miniblock });
      }
      let size = 0;
      do {
        size += miniblockSize;
        miniblock++;
      } while (size < left && miniblock < miniblocks && bytes[widthsAt + miniblock] === width);
      count = Math.min(size, left);
      left -= count;
      body = position;
      if (Math.ceil((count * width) / 8) > bytes.length - body) {
        throw new ParquetError('TRUNCATED', `a delta miniblock of ${width} bits a value is cut short`, {
          offset: body,
        });
      }
      // Old writers cut the padding of the last miniblock.
      position = Math.min(body + (size * width) / 8, bytes.length);
    },
  };
}

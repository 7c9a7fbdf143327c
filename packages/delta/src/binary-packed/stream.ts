/**
 * Reads a delta stream in parts. A DELTA_BINARY_PACKED page is one stream. The byte array encodings store lengths in
 * such streams.
 */

import type { ByteCursor } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import { viewOf } from '@marquetry/core';
import { type Blocks, createBlocks, isBetweenBlocks, nextMiniblocks, passWholeBlocks } from './blocks.js';
import { readHeader } from './header.js';

/** Number of 32-bit words per value. 1: sums are computed modulo 2^32 (INT32). 2: modulo 2^64 (INT64). */
export type WordsPerValue = 1 | 2;

export interface DeltaStream {
  /** Number of values that have not been read yet. */
  readonly remaining: number;
  /** The position after the stream, including the padding of its last miniblock. */
  readonly end: number;
  /**
   * Reads the next `count` values (at most {@link remaining}) into `target`, starting at value (not 32-bit word)
   * `from`.
   */
  read(target: Int32Array, from: number, count: number): void;
  /** Skips `count` values. Sums their deltas, unless these are all remaining values. */
  skip(count: number): void;
}

/**
 * Opens the stream of `valueCount` values at `bytes[start]`. Reads all block headers to check that the bits of all
 * values exist. Later reads therefore cannot fail, and no memory is allocated for a wrong number of values.
 * @throws ParquetError CORRUPT or TRUNCATED if the header or a block is invalid.
 */
export function openStream(
  bytes: Uint8Array,
  start: number,
  valueCount: number,
  words: WordsPerValue,
  kernels: Kernels,
): DeltaStream {
  // If there are no values, some writers omit the header, too.
  if (valueCount === 0 && start >= bytes.length) return emptyStream(start);
  const cursor: ByteCursor = { position: start, end: bytes.length };
  const header = readHeader(bytes, cursor, valueCount);
  const deltas = Math.max(valueCount - 1, 0);
  // This is the state that kernels read and update: the min delta and the previous value, as two words each.
  const state = new Int32Array(4);
  const end = findEnd(createBlocks(bytes, cursor.position, header, deltas), state);
  const blocks = createBlocks(bytes, cursor.position, header, deltas);
  const view = viewOf(bytes);
  state[2] = header.firstLow;
  state[3] = header.firstHigh;

  /** Number of values of the current miniblocks that are not unpacked yet. Their bits start at `position`. */
  let left = 0;
  let position = 0;
  /**
   * If a read ends inside a group of 8 values, the whole group is unpacked into this array. The last `carried` of the
   * `carrySize` values in it have not been read yet.
   */
  const carry = new Int32Array(8 * words);
  let carrySize = 0;
  let carried = 0;

  /**
   * Unpacks `count` values that start at byte `body`. `count` is a multiple of 8, or the number of all remaining values
   * of the current miniblocks.
   */
  function unpack(body: number, target: Int32Array, from: number, count: number): void {
    const { width } = blocks;
    if (words === 1) {
      const minDelta = state[0] as number;
      const previous = state[2] as number;
      state[2] = kernels.unpackDelta32(bytes, body, width, minDelta, previous, target, from, count, view);
    } else {
      kernels.unpackDelta64(bytes, body, width, state, target, from, count, view);
    }
  }

  /** Reads whole blocks with a kernel. Returns how many values the kernel has read. */
  function readBlocks(read: ReadDeltaBlocks, target: Int32Array, from: number, count: number): number {
    const { miniblocks, miniblockSize } = header;
    const wanted = Math.min(count, blocks.left);
    const done = read(bytes, blocks, bytes.length, miniblocks, miniblockSize, words, state, target, from, wanted);
    blocks.left -= done;
    return done;
  }

  function takeCarried(target: Int32Array, at: number, wanted: number): number {
    const taken = Math.min(carried, wanted);
    const first = carrySize - carried;
    for (let i = 0; i < taken * words; i++) target[words * at + i] = carry[words * first + i] as number;
    carried -= taken;
    return taken;
  }

  function read(target: Int32Array, from: number, count: number): void {
    if (count === 0) return;
    const to = from + count;
    let at = from;
    if (stream.remaining === valueCount) {
      target[words * at] = state[2] as number;
      if (words === 2) target[words * at + 1] = state[3] as number;
      at++;
    }
    stream.remaining -= count;
    if (carried > 0) at += takeCarried(target, at, to - at);
    while (at < to) {
      if (left === 0) {
        if (kernels.readDeltaBlocks !== undefined && to - at >= manyValues && isBetweenBlocks(blocks)) {
          const done = readBlocks(kernels.readDeltaBlocks, target, at, to - at);
          if (done > 0) {
            at += done;
            continue;
          }
        }
        nextMiniblocks(blocks, state);
        left = blocks.count;
        position = blocks.body;
      }
      const wanted = to - at;
      const whole = wanted >= left ? left : wanted & ~7;
      if (whole > 0) {
        unpack(position, target, at, whole);
        at += whole;
        left -= whole;
        position += (whole >>> 3) * blocks.width;
      } else {
        // The read ends inside a group of 8 values. The whole group is unpacked, and the values that are not needed yet
        // are kept for the next read.
        carrySize = Math.min(8, left);
        carried = carrySize;
        unpack(position, carry, 0, carrySize);
        left -= carrySize;
        position += blocks.width;
        at += takeCarried(target, at, wanted);
      }
    }
  }

  let scratch: Int32Array | undefined;
  function skip(count: number): void {
    if (count === stream.remaining) {
      stream.remaining = 0;
      return;
    }
    scratch ??= new Int32Array(scratchValues * words);
    for (let left = count; left > 0; left -= scratchValues) read(scratch, 0, Math.min(left, scratchValues));
  }

  const stream: DeltaStream & { remaining: number } = { remaining: valueCount, end, read, skip };
  return stream;
}

type ReadDeltaBlocks = NonNullable<Kernels['readDeltaBlocks']>;

/** A kernel that reads whole blocks is called only for this many values or more, because it is not faster for fewer. */
const manyValues = 256;

/** Number of values in the scratch memory, chosen so that this memory fits in the L1 cache. */
const scratchValues = 512;

function findEnd(blocks: Blocks, state: Int32Array): number {
  passWholeBlocks(blocks);
  while (blocks.left > 0) nextMiniblocks(blocks, state);
  return blocks.position;
}

function emptyStream(end: number): DeltaStream {
  return { remaining: 0, end, read: () => {}, skip: () => {} };
}

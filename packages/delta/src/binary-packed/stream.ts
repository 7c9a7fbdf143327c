/**
 * Reads a delta stream in parts. A DELTA_BINARY_PACKED page is one stream. The byte array encodings store lengths in
 * such streams.
 */

import type { ByteCursor } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import { viewOf } from '@marquetry/core';
import {
  type Blocks,
  createBlocks,
  isBetweenBlocks,
  nextMiniblocks,
  passWholeBlocks,
  restartBlocks,
} from './blocks.js';
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
  /** Skips `count` values. Sums their deltas, unless no values remain after them. */
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
  return new OpenStream(bytes, start, valueCount, words, kernels);
}

/** An open stream. It is a class because closures would need five objects per page. */
class OpenStream implements DeltaStream {
  remaining: number;
  declare readonly end: number;
  declare private readonly bytes: Uint8Array;
  declare private readonly valueCount: number;
  declare private readonly words: WordsPerValue;
  declare private readonly kernels: Kernels;
  declare private readonly blocks: Blocks;
  /** The state that kernels read and update: the min delta and the previous value, as two words each. */
  declare private readonly state: Int32Array;
  private view: DataView | undefined = undefined;
  /** Number of values of the current miniblocks that are not unpacked yet. Their bits start at `position`. */
  private left = 0;
  private position = 0;
  /**
   * If a read ends inside a group of 8 values, the whole group is unpacked into this array. The last `carried` of the
   * `carrySize` values in it have not been read yet.
   */
  private carry: Int32Array | undefined = undefined;
  private carrySize = 0;
  private carried = 0;
  private scratch: Int32Array | undefined = undefined;

  constructor(bytes: Uint8Array, start: number, valueCount: number, words: WordsPerValue, kernels: Kernels) {
    const cursor: ByteCursor = { position: start, end: bytes.length };
    const header = readHeader(bytes, cursor, valueCount);
    const deltas = Math.max(valueCount - 1, 0);
    const first = cursor.position;
    this.remaining = valueCount;
    this.bytes = bytes;
    this.valueCount = valueCount;
    this.words = words;
    this.kernels = kernels;
    this.state = new Int32Array(4);
    this.blocks = createBlocks(bytes, cursor, header, deltas);
    this.end = findEnd(this.blocks, this.state);
    restartBlocks(this.blocks, first, deltas);
    this.state[2] = header.firstLow;
    this.state[3] = header.firstHigh;
  }

  read(target: Int32Array, from: number, count: number): void {
    if (count === 0) return;
    const { blocks, kernels, state, words } = this;
    const to = from + count;
    let at = from;
    if (this.remaining === this.valueCount) {
      target[words * at] = state[2] as number;
      if (words === 2) target[words * at + 1] = state[3] as number;
      at++;
    }
    this.remaining -= count;
    if (this.carried > 0) at += this.takeCarried(target, at, to - at);
    while (at < to) {
      if (this.left === 0) {
        if (kernels.readDeltaBlocks !== undefined && to - at >= manyValues && isBetweenBlocks(blocks)) {
          const done = this.readBlocks(kernels.readDeltaBlocks, target, at, to - at);
          if (done > 0) {
            at += done;
            continue;
          }
        }
        nextMiniblocks(blocks, state);
        this.left = blocks.count;
        this.position = blocks.body;
      }
      const wanted = to - at;
      const whole = wanted >= this.left ? this.left : wanted & ~7;
      if (whole > 0) {
        this.unpack(target, at, whole);
        at += whole;
        this.left -= whole;
        this.position += (whole >>> 3) * blocks.width;
      } else {
        // The read ends inside a group of 8 values. The whole group is unpacked, and the values that are not needed yet
        // are kept for the next read.
        this.carry ??= new Int32Array(8 * words);
        this.carrySize = Math.min(8, this.left);
        this.carried = this.carrySize;
        this.unpack(this.carry, 0, this.carrySize);
        this.left -= this.carrySize;
        this.position += blocks.width;
        at += this.takeCarried(target, at, wanted);
      }
    }
  }

  skip(count: number): void {
    if (count === this.remaining) {
      this.remaining = 0;
      return;
    }
    this.scratch ??= new Int32Array(scratchValues * this.words);
    for (let left = count; left > 0; left -= scratchValues) this.read(this.scratch, 0, Math.min(left, scratchValues));
  }

  /**
   * Unpacks the next `count` values. `count` is a multiple of 8, or the number of all remaining values of the current
   * miniblocks.
   */
  private unpack(target: Int32Array, from: number, count: number): void {
    const { bytes, kernels, position, state } = this;
    const { width } = this.blocks;
    this.view ??= viewOf(bytes);
    if (this.words === 1) {
      const minDelta = state[0] as number;
      const previous = state[2] as number;
      state[2] = kernels.unpackDelta32(bytes, position, width, minDelta, previous, target, from, count, this.view);
    } else {
      kernels.unpackDelta64(bytes, position, width, state, target, from, count, this.view);
    }
  }

  /** Reads whole blocks with a kernel. Returns how many values the kernel has read. */
  private readBlocks(read: ReadDeltaBlocks, target: Int32Array, from: number, count: number): number {
    const { blocks, bytes, state, words } = this;
    const { miniblocks, miniblockSize } = blocks;
    const wanted = Math.min(count, blocks.left);
    const done = read(bytes, blocks, bytes.length, miniblocks, miniblockSize, words, state, target, from, wanted);
    blocks.left -= done;
    return done;
  }

  private takeCarried(target: Int32Array, at: number, wanted: number): number {
    const { carried, carry, carrySize, words } = this;
    const taken = Math.min(carried, wanted);
    const first = carrySize - carried;
    for (let i = 0; i < taken * words; i++) target[words * at + i] = carry?.[words * first + i] as number;
    this.carried = carried - taken;
    return taken;
  }
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

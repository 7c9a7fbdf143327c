/**
 * Writes a delta stream. Each block is encoded when it is full. The header, which precedes the blocks, is written at
 * the end, when the number of values is known.
 */

import {
  createGrowingBytes,
  type GrowingBytes,
  packWide,
  writeVarint32,
  writeZigzag32,
  writeZigzag64,
} from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import { viewOf } from '@marquetry/core';
import { BlockDeltas } from './block-deltas.js';
import { least64, subtract32, subtract64, widthOf } from './differences.js';
import type { BlockShape } from './options.js';
import { narrowSlack, narrowWidth, packNarrow } from './pack-narrow.js';
import type { WordsPerValue } from './stream.js';

export interface StreamWriter {
  /** Adds `count` values of `source`, starting at value (not word) `from`. */
  write(source: Int32Array, from: number, count: number): void;
  /**
   * An upper bound on the number of bytes that {@link finish} returns: the sizes of the header and of the unfinished
   * block are estimates.
   */
  readonly byteLength: number;
  finish(): Uint8Array;
}

/**
 * Upper bounds on sizes, in bytes. The header of a stream has three varints of at most 5 bytes and one of at most 10.
 */
const headerBound = 25;
const minDeltaBound = 10;
/** Maximum number of values per kernel call. The kernel copies them to its own memory. */
const kernelValues = 8192;

/**
 * Creates a writer of delta streams. It computes differences modulo 2^32 or 2^64, so that no width exceeds the width of
 * the type.
 */
export function createStreamWriter(words: WordsPerValue, shape: BlockShape, kernels: Kernels): StreamWriter {
  return new DeltaStream(words, shape, kernels);
}

/**
 * The writer is a class because each page needs a new one. JavaScript engines would compile the closures of each writer
 * separately, or not at all. The fields use `declare`, so that bundles do not contain their definitions.
 */
class DeltaStream implements StreamWriter {
  declare private readonly words: WordsPerValue;
  declare private readonly blockSize: number;
  declare private readonly miniblocks: number;
  declare private readonly kernels: Kernels;
  declare private readonly deltas: BlockDeltas;
  private readonly body: GrowingBytes = createGrowingBytes();
  declare private target: Uint8Array | undefined;
  declare private view: DataView;
  private firstLow = 0;
  private firstHigh = 0;
  private count = 0;

  constructor(words: WordsPerValue, { blockSize, miniblocks }: BlockShape, kernels: Kernels) {
    this.words = words;
    this.blockSize = blockSize;
    this.miniblocks = miniblocks;
    this.kernels = kernels;
    this.deltas = new BlockDeltas(words, blockSize);
  }

  write(source: Int32Array, from: number, added: number): void {
    const { words, blockSize, deltas } = this;
    let i = from;
    const to = from + added;
    if (this.count === 0 && i < to) {
      const low = source[words * i] as number;
      const high = words === 2 ? (source[2 * i + 1] as number) : low >> 31;
      this.firstLow = deltas.previousLow = low;
      this.firstHigh = deltas.previousHigh = high;
      i++;
    }
    this.count += added;
    while (i < to) {
      // Unless this is the first value of the call, a block starts here, and `source` has the previous value, which
      // kernels read.
      if (i > from && this.kernels.writeDeltaBlocks !== undefined) i = this.writeBlocks(source, i, to);
      const end = Math.min(to, i + blockSize - deltas.count);
      if (words === 1) deltas.take32(source, i, end);
      else deltas.take64(source, i, end);
      i = end;
      if (deltas.count === blockSize) this.flush();
    }
  }

  /** Encodes whole blocks of `source[from, to)` with a kernel, if there is one. Returns the end of the encoded values. */
  private writeBlocks(source: Int32Array, from: number, to: number): number {
    const { words, blockSize, miniblocks, body, kernels, deltas } = this;
    const blockBound = minDeltaBound + miniblocks + 4 * words * blockSize;
    let i = from;
    for (;;) {
      const { length } = body;
      const blocks = Math.floor(Math.min(to - i, kernelValues) / blockSize);
      if (blocks === 0 || kernels.writeDeltaBlocks === undefined) return i;
      const target = body.reserve(blocks * blockBound);
      const count = blocks * blockSize;
      body.length = kernels.writeDeltaBlocks(
        source,
        i,
        count,
        words,
        miniblocks,
        blockSize / miniblocks,
        target,
        length,
      );
      if (body.length === length) return i;
      i += count;
      deltas.previousLow = source[words * (i - 1)] as number;
      deltas.previousHigh = source[words * i - 1] as number;
    }
  }

  private flush(): void {
    const { words, miniblocks, body, deltas } = this;
    const { lows, highs, count } = deltas;
    const size = this.blockSize / miniblocks;
    // The last miniblock that contains a value is padded with zeros. Later miniblocks have a width of 0 and no body.
    const used = Math.ceil(count / size);
    const isWide = deltas.beyondInt32 !== 0;
    let low = deltas.least;
    let high = low >> 31;
    if (isWide) {
      const least = least64(lows, highs, count);
      low = lows[least] as number;
      high = highs[least] as number;
      highs.fill(high, count);
    }
    if (count < lows.length) lows.fill(low, count);

    const target = body.reserve(minDeltaBound + miniblocks + used * size * 4 * words + narrowSlack);
    if (this.target !== target) {
      this.target = target;
      this.view = viewOf(target);
    }
    const widthsAt =
      words === 1 ? writeZigzag32(target, body.length, low) : writeZigzag64(target, body.length, low, high);
    let at = widthsAt + miniblocks;
    for (let m = 0; m < miniblocks; m++) {
      const start = m * size;
      let width = 0;
      // If all deltas are int32, each delta minus the smallest one fits in 32 unsigned bits.
      if (m < used) width = isWide ? subtract64(lows, highs, start, size, low, high) : widthOf(lows, start, size, low);
      target[widthsAt + m] = width;
      if (width > 32) packWide(lows, highs, start, size, width, target, at, this.view);
      else if (width > narrowWidth || isWide) {
        if (!isWide) subtract32(lows, start, size, low);
        this.kernels.pack(lows, start, size, width, target, at, this.view);
      } else if (width > 0) packNarrow(lows, low, start, size, width, this.view, at);
      at += (size * width) / 8;
    }
    body.length = at;
    deltas.clear();
  }

  get byteLength(): number {
    const { words, miniblocks } = this;
    const pending = this.deltas.count;
    const size = this.blockSize / miniblocks;
    const open = pending === 0 ? 0 : minDeltaBound + miniblocks + Math.ceil(pending / size) * size * 4 * words;
    return headerBound + this.body.length + open;
  }

  finish(): Uint8Array {
    if (this.deltas.count > 0) this.flush();
    const { body } = this;
    const header = new Uint8Array(headerBound);
    let at = writeVarint32(header, 0, this.blockSize);
    at = writeVarint32(header, at, this.miniblocks);
    at = writeVarint32(header, at, this.count);
    at = writeZigzag64(header, at, this.firstLow, this.firstHigh);
    const bytes = new Uint8Array(at + body.length);
    bytes.set(header.subarray(0, at));
    bytes.set(body.reserve(0).subarray(0, body.length), at);
    body.release();
    return bytes;
  }
}

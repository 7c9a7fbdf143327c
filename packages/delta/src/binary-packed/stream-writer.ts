/**
 * Writes a delta stream; blocks are encoded as they fill, the header when the count is known.
 */
import { createGrowingBytes, packWide, writeVarint32, writeZigzag32, writeZigzag64 } from '@marquetry/bit-io';
import type { Kernels } from '@marquetry/core';
import type { BlockShape } from './options.js';
import type { WordsPerValue } from './stream.js';

export interface StreamWriter {
  /** Adds `count` values; `from` counts values, not words. */
  write(source: Int32Array, from: number, count: number): void;
  /** An upper bound on what {@link finish} gives, near it but for the block not yet full. */
  readonly byteLength: number;
  finish(): Uint8Array;
}

/** Three varints of 5 bytes and one of 10. */
const headerBound = 25;
const minDeltaBound = 10;

/** Differences are taken modulo 2^32 or 2^64: no width is above that of the type. */
export function createStreamWriter(words: WordsPerValue, shape: BlockShape, kernels: Kernels): StreamWriter {
  const { blockSize, miniblocks } = shape;
  const size = blockSize / miniblocks;
  const lows = new Int32Array(blockSize);
  const highs = new Int32Array(blockSize);
  const body = createGrowingBytes();
  const first = new Int32Array(2);
  let count = 0;
  let pending = 0;
  let previousLow = 0;
  let previousHigh = 0;
  // Not 0 when a delta of the open block is not a signed integer of 32 bits.
  let beyondInt32 = 0;
  let view: DataView = new DataView(new ArrayBuffer(0));

  function write(source: Int32Array, from: number, added: number): void {
    let i = from;
    const to = from + added;
    if (count === 0 && i < to) {
      first[0] = previousLow = source[words * i] as number;
      if (words === 2) first[1] = previousHigh = source[2 * i + 1] as number;
      else first[1] = previousLow >> 31;
      i++;
    }
    count += added;
    while (i < to) {
      const end = Math.min(to, i + blockSize - pending);
      if (words === 1) take32(source, i, end);
      else take64(source, i, end);
      i = end;
      if (pending === blockSize) flush();
    }
  }

  function take32(source: Int32Array, from: number, to: number): void {
    let previous = previousLow;
    let at = pending;
    for (let i = from; i < to; i++) {
      const value = source[i] as number;
      lows[at++] = value - previous;
      previous = value;
    }
    previousLow = previous;
    pending = at;
  }

  function take64(source: Int32Array, from: number, to: number): void {
    let beforeLow = previousLow;
    let beforeHigh = previousHigh;
    let beyond = beyondInt32;
    let at = pending;
    for (let i = from; i < to; i++) {
      const low = source[2 * i] as number;
      const high = source[2 * i + 1] as number;
      const deltaLow = (low - beforeLow) | 0;
      const deltaHigh = (high - beforeHigh - borrow(low, beforeLow)) | 0;
      beyond |= deltaHigh ^ (deltaLow >> 31);
      lows[at] = deltaLow;
      highs[at++] = deltaHigh;
      beforeLow = low;
      beforeHigh = high;
    }
    previousLow = beforeLow;
    previousHigh = beforeHigh;
    beyondInt32 = beyond;
    pending = at;
  }

  /** Makes the deltas of the block what they are above the least, which is returned: low and high word. */
  function subtractLeast(): readonly [number, number] {
    if (beyondInt32 === 0) {
      // Deltas of 32 bits, signed: what they are above the least fits 32 bits, unsigned.
      const low = least32(lows, pending);
      for (let i = 0; i < pending; i++) lows[i] = (lows[i] as number) - low;
      if (words === 2) highs.fill(0, 0, pending);
      return [low, low >> 31];
    }
    beyondInt32 = 0;
    const least = least64(lows, highs, pending);
    const low = lows[least] as number;
    const high = highs[least] as number;
    for (let i = 0; i < pending; i++) {
      const delta = lows[i] as number;
      highs[i] = (highs[i] as number) - high - borrow(delta, low);
      lows[i] = delta - low;
    }
    return [low, high];
  }

  function flush(): void {
    const [low, high] = subtractLeast();
    // The last miniblock that holds a value is padded with zeros; those behind it have a width of 0 and no body.
    const used = Math.ceil(pending / size);
    lows.fill(0, pending, used * size);
    highs.fill(0, pending, used * size);

    const target = body.reserve(minDeltaBound + miniblocks + used * size * 4 * words);
    if (view.buffer !== target.buffer) view = new DataView(target.buffer, target.byteOffset, target.byteLength);
    const widthsAt =
      words === 1 ? writeZigzag32(target, body.length, low) : writeZigzag64(target, body.length, low, high);
    let at = widthsAt + miniblocks;
    for (let m = 0; m < miniblocks; m++) {
      const width = m < used ? widthOfMiniblock(lows, highs, m * size, size) : 0;
      target[widthsAt + m] = width;
      if (width > 32) packWide(lows, highs, m * size, size, width, target, at, view);
      else if (width > 0) kernels.pack(lows, m * size, size, width, target, at, view);
      at += (size * width) / 8;
    }
    body.length = at;
    pending = 0;
  }

  return {
    write,
    get byteLength(): number {
      const open = pending === 0 ? 0 : minDeltaBound + miniblocks + Math.ceil(pending / size) * size * 4 * words;
      return headerBound + body.length + open;
    },
    finish(): Uint8Array {
      if (pending > 0) flush();
      const header = new Uint8Array(headerBound);
      let at = writeVarint32(header, 0, blockSize);
      at = writeVarint32(header, at, miniblocks);
      at = writeVarint32(header, at, count);
      at = writeZigzag64(header, at, first[0] as number, first[1] as number);
      const bytes = new Uint8Array(at + body.length);
      bytes.set(header.subarray(0, at));
      bytes.set(body.reserve(0).subarray(0, body.length), at);
      body.release();
      return bytes;
    },
  };
}

/** 1 when subtracting the low words, unsigned, borrows from the high ones. A branch would often be mispredicted. */
function borrow(low: number, subtracted: number): number {
  return ((~low & subtracted) | (~(low ^ subtracted) & (low - subtracted))) >>> 31;
}

function least32(lows: Int32Array, count: number): number {
  let least = lows[0] as number;
  for (let i = 1; i < count; i++) if ((lows[i] as number) < least) least = lows[i] as number;
  return least;
}

/** Where the least value is: high words compare signed, low words unsigned. */
function least64(lows: Int32Array, highs: Int32Array, count: number): number {
  let least = 0;
  for (let i = 1; i < count; i++) {
    const high = highs[i] as number;
    const leastHigh = highs[least] as number;
    if (high < leastHigh || (high === leastHigh && (lows[i] as number) >>> 0 < (lows[least] as number) >>> 0))
      least = i;
  }
  return least;
}

/** Bits that the widest value of a miniblock takes. */
function widthOfMiniblock(lows: Int32Array, highs: Int32Array, from: number, count: number): number {
  let low = 0;
  let high = 0;
  for (let i = from; i < from + count; i++) {
    low |= lows[i] as number;
    high |= highs[i] as number;
  }
  return high === 0 ? 32 - Math.clz32(low) : 64 - Math.clz32(high);
}

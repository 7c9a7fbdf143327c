/**
 * Functions for bitmaps. Bit `i` of a bitmap is bit `i & 7` of byte `i >> 3`, and bit 0 is the least significant, as in
 * Arrow and in bit-packed runs of width 1.
 */
import { viewOf } from '@marquetry/core';

/** Returns bit `index` of a bitmap, as 0 or 1. */
export function readBit(bits: Uint8Array, index: number): number {
  return ((bits[Math.floor(index / 8)] as number) >>> (index & 7)) & 1;
}

/** Counts the bits of `[from, to)` that are 1. */
export function countBits(bits: Uint8Array, from: number, to: number): number {
  if (to <= from) return 0;
  let p = Math.floor(from / 8);
  const last = Math.floor((to - 1) / 8);
  // The loops count all bits of the first and the last byte.
  let count =
    -onesOf((bits[p] as number) & ((1 << (from & 7)) - 1)) - onesOf((bits[last] as number) >>> (((to - 1) & 7) + 1));
  // For a few hundred bits or more, it is faster to read 32-bit words with a DataView.
  if (last - p >= 64) {
    const view = viewOf(bits);
    for (; p + 8 <= last; p += 8) {
      count += sumOfNibbles(nibblesOf(view.getInt32(p, true)) + nibblesOf(view.getInt32(p + 4, true)));
    }
  }
  for (; p <= last; p++) count += onesOf(bits[p] as number);
  return count;
}

/** Counts the bits of a 32-bit word that are 1. */
export function onesOf(word: number): number {
  return sumOfNibbles(nibblesOf(word));
}

/**
 * Replaces each group of 4 bits in a word with the number of its ones, by adding neighboring 1-bit fields, then
 * neighboring 2-bit fields.
 */
function nibblesOf(word: number): number {
  const n = word - ((word >>> 1) & 0x55555555);
  return (n & 0x33333333) + ((n >>> 2) & 0x33333333);
}

/** Returns the sum of the eight 4-bit numbers in a word. */
function sumOfNibbles(word: number): number {
  return Math.imul((word & 0x0f0f0f0f) + ((word >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/**
 * Copies `count` bits from `source` to `target`. Both ranges may start at any bit. All other bits of `target` stay as
 * they are. `source` and `target` must not overlap.
 */
export function copyBits(
  source: Uint8Array,
  sourceBit: number,
  target: Uint8Array,
  targetBit: number,
  count: number,
): void {
  let left = count;
  let s = sourceBit;
  let t = targetBit;
  const head = Math.min(left, (8 - (t & 7)) & 7);
  if (head > 0) {
    putBits(target, t, head, takeBits(source, s, head));
    s += head;
    t += head;
    left -= head;
  }
  const bytes = Math.floor(left / 8);
  if (bytes > 0) copyToBytes(source, s, target, Math.floor(t / 8), bytes);
  const done = bytes * 8;
  if (left > done) putBits(target, t + done, left - done, takeBits(source, s + done, left - done));
}

/** Copies bits to whole bytes of the target, starting at any bit of the source. */
function copyToBytes(source: Uint8Array, sourceBit: number, target: Uint8Array, at: number, bytes: number): void {
  const first = Math.floor(sourceBit / 8);
  const shift = sourceBit & 7;
  if (shift === 0) {
    // A loop is faster than `set` for short ranges, which are the most common: `set` needs a call and a view.
    if (bytes > 32) target.set(source.subarray(first, first + bytes), at);
    else for (let i = 0; i < bytes; i++) target[at + i] = source[first + i] as number;
    return;
  }
  let i = 0;
  // For a few hundred bits or more, it is faster to copy 32-bit words with DataViews.
  if (bytes >= 64) {
    const from = viewOf(source);
    const to = viewOf(target);
    for (; i + 4 <= bytes; i += 4) {
      const word = from.getInt32(first + i, true) >>> shift;
      to.setInt32(at + i, word | ((source[first + i + 4] as number) << (32 - shift)), true);
    }
  }
  let low = source[first + i] as number;
  for (; i < bytes; i++) {
    const high = source[first + i + 1] as number;
    target[at + i] = (low | (high << 8)) >>> shift;
    low = high;
  }
}

/** Returns up to 8 bits, which may start at any bit. Reads a second byte only if the bits extend into it. */
function takeBits(bits: Uint8Array, bit: number, count: number): number {
  const byte = Math.floor(bit / 8);
  const shift = bit & 7;
  let value = (bits[byte] as number) >>> shift;
  if (shift + count > 8) value |= (bits[byte + 1] as number) << (8 - shift);
  return value & ((1 << count) - 1);
}

/** Overwrites `count` bits, which must all be in the same byte. */
function putBits(bits: Uint8Array, bit: number, count: number, value: number): void {
  const byte = Math.floor(bit / 8);
  const shift = bit & 7;
  const mask = ((1 << count) - 1) << shift;
  bits[byte] = ((bits[byte] as number) & ~mask) | (value << shift);
}

/** Sets `count` bits to 1, starting with bit `from`. All other bits stay as they are. */
export function fillBits(target: Uint8Array, from: number, count: number): void {
  const head = Math.min(count, (8 - (from & 7)) & 7);
  if (head > 0) putBits(target, from, head, 0xff >>> (8 - head));
  const first = Math.floor((from + head) / 8);
  const bytes = Math.floor((count - head) / 8);
  target.fill(0xff, first, first + bytes);
  const tail = count - head - 8 * bytes;
  if (tail > 0) putBits(target, from + count - tail, tail, 0xff >>> (8 - tail));
}

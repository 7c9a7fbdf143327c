/**
 * Bitmaps: bit `i` is bit `i & 7` of byte `i >> 3`, least significant first, as in Arrow and in packed runs of width 1.
 */
import { viewOf } from '@marquetry/core';

/** Returns bit `index`: 0 or 1. */
export function readBit(bits: Uint8Array, index: number): number {
  return ((bits[Math.floor(index / 8)] as number) >>> (index & 7)) & 1;
}

/** Counts the bits of `[from, to)` that are 1. */
export function countBits(bits: Uint8Array, from: number, to: number): number {
  if (to <= from) return 0;
  const first = Math.floor(from / 8);
  const last = Math.floor((to - 1) / 8);
  const head = 0xff << (from & 7);
  const tail = 0xff >>> (7 - ((to - 1) & 7));
  if (first === last) return onesOf((bits[first] as number) & head & tail);
  let count = onesOf((bits[first] as number) & head & 0xff) + onesOf((bits[last] as number) & tail);
  let p = first + 1;
  // For a few hundred bits or more, reading words from a DataView is faster.
  if (last - p >= 64) {
    const view = viewOf(bits);
    for (; p + 4 <= last; p += 4) {
      const word = view.getInt32(p, true);
      // Bytes with few ones are frequent after filters.
      if (word !== 0) count += onesOf(word);
    }
  }
  for (; p < last; p++) count += onesOf(bits[p] as number);
  return count;
}

/** Counts the ones of a 32-bit word: sums neighbouring fields of 1, 2, then 4 bits. */
export function onesOf(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Copies `count` bits between any alignments. Overwrites exactly the target's range: all other bits of `target` are
 * kept. `source` and `target` must not overlap.
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

/** Fills whole bytes of the target from any bit of the source. */
function copyToBytes(source: Uint8Array, sourceBit: number, target: Uint8Array, at: number, bytes: number): void {
  const first = Math.floor(sourceBit / 8);
  const shift = sourceBit & 7;
  if (shift === 0) {
    // Most ranges are short, and `set` would need a call and a view.
    if (bytes > 32) target.set(source.subarray(first, first + bytes), at);
    else for (let i = 0; i < bytes; i++) target[at + i] = source[first + i] as number;
    return;
  }
  let low = source[first] as number;
  for (let i = 0; i < bytes; i++) {
    const high = source[first + i + 1] as number;
    target[at + i] = (low | (high << 8)) >>> shift;
    low = high;
  }
}

/** Returns up to 8 bits from any bit on; reads the second byte only if the range reaches into it. */
function takeBits(bits: Uint8Array, bit: number, count: number): number {
  const byte = Math.floor(bit / 8);
  const shift = bit & 7;
  let value = (bits[byte] as number) >>> shift;
  if (shift + count > 8) value |= (bits[byte + 1] as number) << (8 - shift);
  return value & ((1 << count) - 1);
}

/** Overwrites bits within one byte. */
function putBits(bits: Uint8Array, bit: number, count: number, value: number): void {
  const byte = Math.floor(bit / 8);
  const shift = bit & 7;
  const mask = ((1 << count) - 1) << shift;
  bits[byte] = ((bits[byte] as number) & ~mask) | (value << shift);
}

/** Sets `count` bits to 1, starting with bit `from`. All other bits are kept. */
export function fillBits(target: Uint8Array, from: number, count: number): void {
  const head = Math.min(count, (8 - (from & 7)) & 7);
  if (head > 0) putBits(target, from, head, 0xff >>> (8 - head));
  const first = Math.floor((from + head) / 8);
  const bytes = Math.floor((count - head) / 8);
  target.fill(0xff, first, first + bytes);
  const tail = count - head - 8 * bytes;
  if (tail > 0) putBits(target, from + count - tail, tail, 0xff >>> (8 - tail));
}

/**
 * Copies the entries whose bit is 1 to adjacent positions: the inverse of spread.ts.
 *
 *   entries   a b c d e f g h
 *   bits      0 1 1 0 0 0 0 1    ->   b c h
 */
import { viewOf } from '@marquetry/core';
import { copyBits, countBits, onesOf } from './bitmap.js';

/** Returns eight bits of a bitmap, which may start at any bit. Bits after the end of the array are 0. */
function byteAt(bits: Uint8Array, bit: number): number {
  const at = bit >>> 3;
  const shift = bit & 7;
  const low = bits[at] as number;
  return shift === 0 ? low : ((low | ((bits[at + 1] ?? 0) << 8)) >>> shift) & 0xff;
}

/**
 * If a 32-bit word of the bitmap has at least this many ones, writing all 32 entries is faster than jumping from one
 * bit that is 1 to the next. An entry whose bit is 0 is then overwritten by the next one.
 */
const manyOnes = 18;

/**
 * Copies the entries whose bit is 1, out of `count` entries of `unit` words each. The entries start at entry `from` of
 * `source`, their bits at bit `bit` of `bits`, and the copies at entry `at` of `target`. The target must have room for
 * the copies; entries after them may be overwritten. Returns the index after the last copy.
 */
export function keepWords(
  source: Int32Array,
  unit: number,
  from: number,
  bits: Uint8Array,
  bit: number,
  count: number,
  target: Int32Array,
  at: number,
): number {
  if (unit === 1) return keepSingles(source, from, bits, bit, count, target, at);
  if (unit === 2) return keepPairs(source, from, bits, bit, count, target, at);
  let to = at * unit;
  for (let i = 0; i < count; i += 8) {
    let byte = byteOf(bits, bit + i, count - i);
    for (; byte !== 0; byte &= byte - 1) {
      const start = (from + i + 31 - Math.clz32(byte & -byte)) * unit;
      for (let k = 0; k < unit; k++) target[to++] = source[start + k] as number;
    }
  }
  return to / unit;
}

/** Like {@link byteAt}, but the bits from bit `left` on are cleared. */
function byteOf(bits: Uint8Array, bit: number, left: number): number {
  const byte = byteAt(bits, bit);
  return left < 8 ? byte & ((1 << left) - 1) : byte;
}

/** Returns up to 32 bits, starting at any bit. The bits from bit `left` on are cleared. */
function wordOf(bits: Uint8Array, bit: number, left: number): number {
  if (left >= 40) {
    const at = bit >>> 3;
    const shift = bit & 7;
    const low =
      (bits[at] as number) |
      ((bits[at + 1] as number) << 8) |
      ((bits[at + 2] as number) << 16) |
      ((bits[at + 3] as number) << 24);
    return shift === 0 ? low : (low >>> shift) | ((bits[at + 4] as number) << (32 - shift));
  }
  let word = 0;
  for (let k = 0; k < Math.min(left, 32); k += 8) word |= byteOf(bits, bit + k, left - k) << k;
  return word;
}

function keepSingles(
  source: Int32Array,
  from: number,
  bits: Uint8Array,
  bit: number,
  count: number,
  target: Int32Array,
  at: number,
): number {
  const room = target.length - 32;
  let to = at;
  for (let i = 0; i < count; i += 32) {
    let word = wordOf(bits, bit + i, count - i);
    let s = from + i;
    if (to > room || count - i < 32 || onesOf(word) < manyOnes) {
      for (; word !== 0; word &= word - 1) target[to++] = source[s + 31 - Math.clz32(word & -word)] as number;
      continue;
    }
    for (let k = 0; k < 8; k++) {
      target[to] = source[s] as number;
      to += word & 1;
      target[to] = source[s + 1] as number;
      to += (word >>> 1) & 1;
      target[to] = source[s + 2] as number;
      to += (word >>> 2) & 1;
      target[to] = source[s + 3] as number;
      to += (word >>> 3) & 1;
      word >>>= 4;
      s += 4;
    }
  }
  return to;
}

function keepPairs(
  source: Int32Array,
  from: number,
  bits: Uint8Array,
  bit: number,
  count: number,
  target: Int32Array,
  at: number,
): number {
  const room = target.length - 64;
  let to = 2 * at;
  for (let i = 0; i < count; i += 32) {
    let word = wordOf(bits, bit + i, count - i);
    let s = 2 * (from + i);
    if (to > room || count - i < 32 || onesOf(word) < manyOnes) {
      for (; word !== 0; word &= word - 1) {
        const start = s + 62 - 2 * Math.clz32(word & -word);
        target[to] = source[start] as number;
        target[to + 1] = source[start + 1] as number;
        to += 2;
      }
      continue;
    }
    for (let k = 0; k < 8; k++) {
      target[to] = source[s] as number;
      target[to + 1] = source[s + 1] as number;
      to += (word << 1) & 2;
      target[to] = source[s + 2] as number;
      target[to + 1] = source[s + 3] as number;
      to += word & 2;
      target[to] = source[s + 4] as number;
      target[to + 1] = source[s + 5] as number;
      to += (word >>> 1) & 2;
      target[to] = source[s + 6] as number;
      target[to + 1] = source[s + 7] as number;
      to += (word >>> 2) & 2;
      word >>>= 4;
      s += 8;
    }
  }
  return to >>> 1;
}

/** Like {@link keepWords}, but for entries of one byte. */
export function keepBytes(
  source: Uint8Array,
  from: number,
  bits: Uint8Array,
  bit: number,
  count: number,
  target: Uint8Array,
  at: number,
): number {
  let to = at;
  for (let i = 0; i < count; i += 8) {
    let byte = byteOf(bits, bit + i, count - i);
    for (; byte !== 0; byte &= byte - 1) target[to++] = source[from + i + 31 - Math.clz32(byte & -byte)] as number;
  }
  return to;
}

/** Like {@link keepWords}, but for entries of one bit. The bits of `target` from bit `at` on must be 0. */
export function keepBits(
  source: Uint8Array,
  from: number,
  bits: Uint8Array,
  bit: number,
  count: number,
  target: Uint8Array,
  at: number,
): number {
  let to = at;
  for (let i = 0; i < count; i += 8) {
    let byte = byteOf(bits, bit + i, count - i);
    if (byte === 0) continue;
    if (byte === 0xff) {
      copyBits(source, from + i, target, to, 8);
      to += 8;
      continue;
    }
    const entries = byteAt(source, from + i);
    for (; byte !== 0; byte &= byte - 1) {
      const entry = (entries & byte & -byte) === 0 ? 0 : 1;
      target[to >>> 3] = (target[to >>> 3] as number) | (entry << (to & 7));
      to++;
    }
  }
  return to;
}

/**
 * {@link findBit} first compares this many single bytes. If at least as many bytes are left, it compares whole words,
 * which it reads from a DataView: creating a DataView takes about as long as comparing this many bytes.
 */
const manyBytes = 64;

/** Returns the index of the first bit of `[from, to)` that equals `wanted`, or `to` if there is none. */
export function findBit(bits: Uint8Array, from: number, to: number, wanted: 0 | 1): number {
  if (from >= to) return to;
  const flip = wanted === 1 ? 0 : 0xff;
  const first = ((bits[from >>> 3] as number) ^ flip) >>> (from & 7);
  if (first !== 0) return Math.min(to, from + 31 - Math.clz32(first & -first));
  const end = (to + 7) >>> 3;
  let at = (from >>> 3) + 1;
  const near = Math.min(end, at + manyBytes);
  while (at < near && bits[at] === flip) at++;
  if (at === near && end - at >= manyBytes) {
    const view = viewOf(bits);
    while (at + 4 <= end && view.getInt32(at, true) === (flip << 24) >> 24) at += 4;
  }
  while (at < end && bits[at] === flip) at++;
  if (at >= end) return to;
  const byte = (bits[at] as number) ^ flip;
  return Math.min(to, 8 * at + 31 - Math.clz32(byte & -byte));
}

/** Returns the index of the last bit of `[from, to)` that is 1, or `from - 1` if there is none. */
export function findLastBit(bits: Uint8Array, from: number, to: number): number {
  if (from >= to) return from - 1;
  let at = (to - 1) >>> 3;
  let byte = (bits[at] as number) & (0xff >>> (7 - ((to - 1) & 7)));
  while (byte === 0 && 8 * at > from) byte = bits[--at] as number;
  return byte === 0 ? from - 1 : Math.max(from - 1, 8 * at + 31 - Math.clz32(byte));
}

/** Number of bits that {@link endOfOnes} counts in one step. */
const countedBits = 1024;

/** Returns the index after the `most`-th bit of `[from, to)` that is 1, or `to` if fewer bits are 1. */
export function endOfOnes(bits: Uint8Array, from: number, to: number, most: number): number {
  if (most <= 0) return from;
  let left = most;
  let at = from;
  // Count the ones in steps of `countedBits` bits first, then in steps of up to a byte.
  for (let end = at + countedBits; end <= to; end = at + countedBits) {
    const ones = countBits(bits, at, end);
    if (ones >= left) break;
    left -= ones;
    at = end;
  }
  while (at < to) {
    const width = Math.min(8 - (at & 7), to - at);
    let byte = ((bits[at >>> 3] as number) >>> (at & 7)) & ((1 << width) - 1);
    const ones = onesOf(byte);
    if (ones < left) {
      left -= ones;
      at += width;
      continue;
    }
    for (; left > 1; left--) byte &= byte - 1;
    return at + 32 - Math.clz32(byte & -byte);
  }
  return to;
}

/**
 * Keeps the entries whose bit is 1, one after the other: the inverse of spreading.
 *
 *   entries   a b c d e f g h
 *   bits      0 1 1 0 0 0 0 1    ->   b c h
 */
import { copyBits, countBits } from './bitmap.js';

/** Eight bits from any bit on; those beyond `bits` are 0. */
function byteAt(bits: Uint8Array, bit: number): number {
  const at = bit >>> 3;
  const shift = bit & 7;
  const low = bits[at] as number;
  return shift === 0 ? low : ((low | ((bits[at + 1] ?? 0) << 8)) >>> shift) & 0xff;
}

/** Bits of a byte from which on it is faster to write all eight entries than to branch on each bit. */
const manyBits = 3;

/**
 * Keeps those of the `count` entries of `source` from entry `from` on whose bit, from bit `bit` of `bits` on, is 1. Writes them
 * to `target` from entry `at` on, which has room for them; what lies behind them there may be overwritten. An entry has `unit`
 * words. Returns the entry after the last.
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

/** {@link byteAt}, of which the first `left` bits count. */
function byteOf(bits: Uint8Array, bit: number, left: number): number {
  const byte = byteAt(bits, bit);
  return left < 8 ? byte & ((1 << left) - 1) : byte;
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
  const room = target.length - 8;
  let to = at;
  for (let i = 0; i < count; i += 8) {
    let byte = byteOf(bits, bit + i, count - i);
    if (byte === 0) continue;
    const s = from + i;
    if (to > room || count - i < 8 || onesOf(byte) < manyBits) {
      for (; byte !== 0; byte &= byte - 1) target[to++] = source[s + 31 - Math.clz32(byte & -byte)] as number;
      continue;
    }
    target[to] = source[s] as number;
    to += byte & 1;
    target[to] = source[s + 1] as number;
    to += (byte >>> 1) & 1;
    target[to] = source[s + 2] as number;
    to += (byte >>> 2) & 1;
    target[to] = source[s + 3] as number;
    to += (byte >>> 3) & 1;
    target[to] = source[s + 4] as number;
    to += (byte >>> 4) & 1;
    target[to] = source[s + 5] as number;
    to += (byte >>> 5) & 1;
    target[to] = source[s + 6] as number;
    to += (byte >>> 6) & 1;
    target[to] = source[s + 7] as number;
    to += byte >>> 7;
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
  const room = target.length - 16;
  let to = 2 * at;
  for (let i = 0; i < count; i += 8) {
    let byte = byteOf(bits, bit + i, count - i);
    if (byte === 0) continue;
    const s = 2 * (from + i);
    if (to > room || count - i < 8 || onesOf(byte) < manyBits) {
      for (; byte !== 0; byte &= byte - 1) {
        const start = s + 2 * (31 - Math.clz32(byte & -byte));
        target[to] = source[start] as number;
        target[to + 1] = source[start + 1] as number;
        to += 2;
      }
      continue;
    }
    target[to] = source[s] as number;
    target[to + 1] = source[s + 1] as number;
    to += (byte << 1) & 2;
    target[to] = source[s + 2] as number;
    target[to + 1] = source[s + 3] as number;
    to += byte & 2;
    target[to] = source[s + 4] as number;
    target[to + 1] = source[s + 5] as number;
    to += (byte >>> 1) & 2;
    target[to] = source[s + 6] as number;
    target[to + 1] = source[s + 7] as number;
    to += (byte >>> 2) & 2;
    target[to] = source[s + 8] as number;
    target[to + 1] = source[s + 9] as number;
    to += (byte >>> 3) & 2;
    target[to] = source[s + 10] as number;
    target[to + 1] = source[s + 11] as number;
    to += (byte >>> 4) & 2;
    target[to] = source[s + 12] as number;
    target[to + 1] = source[s + 13] as number;
    to += (byte >>> 5) & 2;
    target[to] = source[s + 14] as number;
    target[to + 1] = source[s + 15] as number;
    to += (byte >>> 6) & 2;
  }
  return to >>> 1;
}

/** {@link keepWords} for entries of a byte. */
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

/** {@link keepWords} for entries of a bit. The bits of `target` from `at` on are 0. */
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

function onesOf(byte: number): number {
  const pairs = (byte & 0x55) + ((byte >>> 1) & 0x55);
  const quads = (pairs & 0x33) + ((pairs >>> 2) & 0x33);
  return (quads & 0x0f) + (quads >>> 4);
}

/** The first bit of `[from, to)` that is `wanted`; `to` if there is none. */
export function findBit(bits: Uint8Array, from: number, to: number, wanted: 0 | 1): number {
  if (from >= to) return to;
  const flip = wanted === 1 ? 0 : 0xff;
  const first = ((bits[from >>> 3] as number) ^ flip) >>> (from & 7);
  if (first !== 0) return Math.min(to, from + 31 - Math.clz32(first & -first));
  const end = (to + 7) >>> 3;
  let at = (from >>> 3) + 1;
  while (at < end && bits[at] === flip) at++;
  if (at >= end) return to;
  const byte = (bits[at] as number) ^ flip;
  return Math.min(to, 8 * at + 31 - Math.clz32(byte & -byte));
}

/** The last bit of `[from, to)` that is 1; `from - 1` if there is none. */
export function findLastBit(bits: Uint8Array, from: number, to: number): number {
  for (let end = to; end > from; ) {
    const start = Math.max(from, (end - 1) & ~7);
    const byte = ((bits[start >>> 3] as number) >>> (start & 7)) & ((1 << (end - start)) - 1);
    if (byte !== 0) return start + 31 - Math.clz32(byte);
    end = start;
  }
  return from - 1;
}

/** Bits that are counted at a time. */
const countedBits = 1024;

/** The bit after the last of the first `most` ones of `[from, to)`; `to` if there are fewer. */
export function endOfOnes(bits: Uint8Array, from: number, to: number, most: number): number {
  if (most <= 0) return from;
  let left = most;
  let at = from;
  // Long stretches, then bytes.
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

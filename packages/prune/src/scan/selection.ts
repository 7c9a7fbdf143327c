/**
 * Rows that are left: ranges of a row group, narrowed by bits.
 */
import type { Range, Ranges } from '../plan/ranges.js';

/** The part of a selection that bits keep: bit `firstBit + i` is that of its i-th row. Ranges that touch are joined. */
export function narrowed(selection: Ranges, bits: Uint8Array, firstBit = 0): Ranges {
  const found: [number, number][] = [];
  let bit = firstBit;
  for (const [from, to] of selection) {
    const count = to - from;
    for (let i = 0; i < count; ) {
      const start = nextBit(bits, bit + i, bit + count, 1);
      const end = nextBit(bits, start, bit + count, 0);
      if (start < end) append(found, from + start - bit, from + end - bit);
      i = end - bit;
    }
    bit += count;
  }
  return found;
}

/**
 * The first runs of bits that are 1 within `[from, to)`, at most `most` of them, and the bit up to which they are all: each
 * is an object, and there may be one for every second row.
 */
export function firstRuns(
  bits: Uint8Array,
  from: number,
  to: number,
  most: number,
): { readonly runs: Ranges; readonly end: number } {
  const runs: Range[] = [];
  for (let at = from; at < to; ) {
    const start = nextBit(bits, at, to, 1);
    if (start === to) break;
    if (runs.length === most) return { runs, end: start };
    at = nextBit(bits, start, to, 0);
    runs.push([start, at]);
  }
  return { runs, end: to };
}

function append(ranges: [number, number][], from: number, to: number): void {
  const last = ranges.at(-1);
  if (last?.[1] === from) last[1] = to;
  else ranges.push([from, to]);
}

/** The first bit of `[from, to)` that is `wanted`; `to` if there is none. */
function nextBit(bits: Uint8Array, from: number, to: number, wanted: 0 | 1): number {
  const passing = wanted === 1 ? 0 : 0xff;
  let i = from;
  while (i < to) {
    const byte = bits[i >> 3] as number;
    if ((i & 7) === 0 && byte === passing && i + 8 <= to) i += 8;
    else if (((byte >> (i & 7)) & 1) === wanted) return i;
    else i++;
  }
  return to;
}

/** The part of a selection from its `from`-th row to its `to`-th. */
export function sliceOfRanges(selection: Ranges, from: number, to: number): Ranges {
  const found: Range[] = [];
  let passed = 0;
  for (const [start, end] of selection) {
    const first = Math.max(start, start + from - passed);
    const last = Math.min(end, start + to - passed);
    if (first < last) found.push([first, last]);
    passed += end - start;
    if (passed >= to) break;
  }
  return found;
}

/** How many of the first `count` bits are 1. */
export function bitsSet(bits: Uint8Array, count: number): number {
  let set = 0;
  for (let i = 0; i < count >> 3; i++) set += onesIn(bits[i] as number);
  return set + onesIn(lastByte(bits, count));
}

/** How many runs of ones the first `count` bits have. */
export function runsSet(bits: Uint8Array, count: number): number {
  let runs = 0;
  let before = 0;
  for (let i = 0; i <= count >> 3; i++) {
    const byte = i < count >> 3 ? (bits[i] as number) : lastByte(bits, count);
    runs += onesIn(byte & ~((byte << 1) | before));
    before = byte >> 7;
  }
  return runs;
}

/** Clears those of `count` bits from `from` on that are 0 in `others`, which starts with bit 0. */
export function keepBits(bits: Uint8Array, from: number, others: Uint8Array, count: number): void {
  const shift = from & 7;
  for (let i = 0; i < count; i += 8) {
    const width = Math.min(8, count - i);
    // Bits outside of the range stay.
    const kept = ((others[i >> 3] as number) | (0xff << width)) << shift;
    const mask = kept | ((1 << shift) - 1);
    const at = (from + i) >> 3;
    bits[at] = (bits[at] as number) & mask;
    if (shift + width > 8) bits[at + 1] = (bits[at + 1] as number) & (mask >> 8);
  }
}

function lastByte(bits: Uint8Array, count: number): number {
  return (count & 7) === 0 ? 0 : (bits[count >> 3] as number) & ((1 << (count & 7)) - 1);
}

function onesIn(byte: number): number {
  const pairs = (byte & 0x55) + ((byte >> 1) & 0x55);
  const quads = (pairs & 0x33) + ((pairs >> 2) & 0x33);
  return (quads & 0x0f) + (quads >> 4);
}

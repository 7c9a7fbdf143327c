/**
 * Moves values apart so that each null has an entry too. The code starts with the last value and works in place, so it
 * needs no second buffer.
 *
 *   values  a b c        bits 1 0 1 1 0        entries  a 0 b c 0
 */
import type { BitBuffer, BytesBuffer, ColumnBuffer, FixedBuffer, Kernels } from '@marquetry/core';

/**
 * Spreads the last `valueCount` entries of `target`, which start at entry `start`, to `slotCount` entries: one per bit
 * of `bits` (from bit 0). Exactly `valueCount` of these bits must be 1. The entries of nulls become 0, false or empty.
 * For byte arrays, only the offsets move. Sets `target.length` to `start + slotCount`. The caller has checked the
 * counts. `accelerated` is an optional kernel that moves words.
 * @throws ParquetError LIMIT if the buffer would exceed `limits.decodedBytes`.
 */
export function spreadInPlace(
  target: ColumnBuffer,
  start: number,
  valueCount: number,
  bits: Uint8Array,
  slotCount: number,
  accelerated?: Kernels['spreadWords'],
): void {
  target.reserve(slotCount - valueCount);
  const byKernel = slotCount > fewSlots ? accelerated : undefined;
  if (target.layout === 'bits') spreadBits(target, start, valueCount, bits, slotCount);
  else if (target.layout === 'bytes') spreadOffsets(target, start, valueCount, bits, slotCount, byKernel);
  else spreadFixed(target, start, valueCount, bits, slotCount, byKernel);
  target.length = start + slotCount;
}

/** For at most this many slots, the JavaScript loops are faster than the kernel, which must first copy its input. */
const fewSlots = 256;

function spreadFixed(
  target: FixedBuffer,
  start: number,
  valueCount: number,
  bits: Uint8Array,
  slotCount: number,
  accelerated: Kernels['spreadWords'],
): void {
  const { width, words, data } = target;
  if (accelerated !== undefined && (width === 4 || width === 8)) {
    accelerated(words, width === 4 ? 1 : 2, start, valueCount, bits, slotCount, false);
  } else if (width === 4) spreadWords(words, start, valueCount, bits, slotCount);
  else if (width === 8) spreadDoubleWords(words, start, valueCount, bits, slotCount);
  else if (width % 4 === 0) spreadUnits(words, width >> 2, start, valueCount, bits, slotCount);
  else spreadUnits(data, width, start, valueCount, bits, slotCount);
}

// In the loops below, `v` is the index after the next value to move, and `i` the index after its slot. A value's index
// is never larger than that of its slot, so no value is overwritten before it is moved. Once v === i, the other values
// are already in place.

function spreadWords(words: Int32Array, start: number, valueCount: number, bits: Uint8Array, slotCount: number): void {
  let v = start + valueCount;
  let i = start + slotCount;
  let byte = slotCount >> 3;
  // The code does not branch on a bit, because bits are unpredictable.
  const first = start + 8 * byte;
  let mask = (bits[byte] as number) << (first - i);
  for (; i > first; mask <<= 1) {
    const present = mask >> 31;
    v += present;
    words[--i] = (words[v] as number) & present;
  }
  // Handles eight slots per iteration without an inner loop, which would take one and a half times as long.
  while (byte > 0 && v < i) {
    const ones = bits[--byte] as number;
    i -= 8;
    v -= ones >>> 7;
    words[i + 7] = (words[v] as number) & -(ones >>> 7);
    v -= (ones >>> 6) & 1;
    words[i + 6] = (words[v] as number) & -((ones >>> 6) & 1);
    v -= (ones >>> 5) & 1;
    words[i + 5] = (words[v] as number) & -((ones >>> 5) & 1);
    v -= (ones >>> 4) & 1;
    words[i + 4] = (words[v] as number) & -((ones >>> 4) & 1);
    v -= (ones >>> 3) & 1;
    words[i + 3] = (words[v] as number) & -((ones >>> 3) & 1);
    v -= (ones >>> 2) & 1;
    words[i + 2] = (words[v] as number) & -((ones >>> 2) & 1);
    v -= (ones >>> 1) & 1;
    words[i + 1] = (words[v] as number) & -((ones >>> 1) & 1);
    v -= ones & 1;
    words[i] = (words[v] as number) & -(ones & 1);
  }
}

function spreadDoubleWords(
  words: Int32Array,
  start: number,
  valueCount: number,
  bits: Uint8Array,
  slotCount: number,
): void {
  let v = start + valueCount;
  let i = start + slotCount;
  for (let byte = (slotCount - 1) >> 3; byte >= 0 && v < i; byte--) {
    const mask = bits[byte] as number;
    const first = start + 8 * byte;
    while (i > first) {
      const bit = (mask >>> (--i - first)) & 1;
      v -= bit;
      const low = (words[2 * v] as number) & -bit;
      words[2 * i + 1] = (words[2 * v + 1] as number) & -bit;
      words[2 * i] = low;
    }
  }
}

/**
 * Entries of more words or bytes than this are moved with `copyWithin`. A call of `copyWithin` takes as long as moving
 * this many words or bytes in a loop.
 */
const longUnits = 64;

/** Moves entries of `size` words or bytes apart so that each null has an entry too. */
function spreadUnits(
  units: Int32Array | Uint8Array,
  size: number,
  start: number,
  valueCount: number,
  bits: Uint8Array,
  slotCount: number,
): void {
  let v = valueCount;
  for (let i = slotCount - 1; v <= i; i--) {
    const bit = ((bits[i >> 3] as number) >>> (i & 7)) & 1;
    v -= bit;
    const from = (start + v) * size;
    const to = (start + i) * size;
    if (size > longUnits) {
      if (bit === 0) units.fill(0, to, to + size);
      else units.copyWithin(to, from, from + size);
    } else {
      for (let k = size - 1; k >= 0; k--) units[to + k] = (units[from + k] as number) & -bit;
    }
  }
}

function spreadBits(target: BitBuffer, start: number, valueCount: number, bits: Uint8Array, slotCount: number): void {
  if ((start & 7) === 0) spreadBytesOfBits(target.data, start / 8, valueCount, bits, slotCount);
  else spreadSingleBits(target.data, start, valueCount, bits, slotCount);
}

/**
 * A table indexed by `16 * mask + values`: the bits of `values`, lowest first, moved to the positions of the ones in
 * `mask`.
 */
const spreadOfFour: Uint8Array = /* @__PURE__ */ makeSpreadOfFour();
/** A table of the number of ones in four bits. */
const onesOfFour: Uint8Array = /* @__PURE__ */ Uint8Array.of(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);

function makeSpreadOfFour(): Uint8Array {
  const table = new Uint8Array(256);
  for (let mask = 0; mask < 16; mask++) {
    for (let values = 0; values < 16; values++) {
      let left = values;
      for (let bit = 1; bit < 16; bit *= 2) {
        if ((mask & bit) === 0) continue;
        if ((left & 1) === 1) table[16 * mask + values] = (table[16 * mask + values] as number) | bit;
        left >>>= 1;
      }
    }
  }
  return table;
}

/**
 * Moves the bits of values apart so that each null has a bit too. Processes eight bits at a time. `start` is in bytes.
 */
function spreadBytesOfBits(
  data: Uint8Array,
  start: number,
  valueCount: number,
  bits: Uint8Array,
  slotCount: number,
): void {
  let v = valueCount;
  // The bits after slot `slotCount` in the last byte may have any value.
  let slots = 0xff >>> (-slotCount & 7);
  for (let byte = (slotCount - 1) >> 3; byte >= 0 && v < Math.min(slotCount, 8 * byte + 8); byte--) {
    const mask = (bits[byte] as number) & slots;
    slots = 0xff;
    const low = mask & 15;
    const high = mask >>> 4;
    const lowOnes = onesOfFour[low] as number;
    v -= lowOnes + (onesOfFour[high] as number);
    const from = start + (v >> 3);
    const values = ((data[from] as number) | ((data[from + 1] as number) << 8)) >>> (v & 7);
    const spreadLow = spreadOfFour[16 * low + (values & 15)] as number;
    data[start + byte] = spreadLow | ((spreadOfFour[16 * high + ((values >>> lowOnes) & 15)] as number) << 4);
  }
}

/**
 * Moves the bits of values apart so that each null has a bit too. Processes one bit at a time. Use this if the first
 * entry is not the first bit of a byte.
 */
function spreadSingleBits(
  data: Uint8Array,
  start: number,
  valueCount: number,
  bits: Uint8Array,
  slotCount: number,
): void {
  let v = start + valueCount;
  for (let i = slotCount - 1; v <= start + i; i--) {
    const present = ((bits[i >> 3] as number) >>> (i & 7)) & 1;
    v -= present;
    const value = present & ((data[Math.floor(v / 8)] as number) >>> (v & 7));
    const byte = Math.floor((start + i) / 8);
    const shift = (start + i) & 7;
    data[byte] = ((data[byte] as number) & ~(1 << shift)) | (value << shift);
  }
}

/**
 * Moves the offsets of byte arrays apart so that each null has an offset too. A null is empty: its offset is that of
 * the next value.
 */
function spreadOffsets(
  target: BytesBuffer,
  start: number,
  valueCount: number,
  bits: Uint8Array,
  slotCount: number,
  accelerated: Kernels['spreadWords'],
): void {
  const { offsets } = target;
  let v = start + valueCount;
  offsets[start + slotCount] = offsets[v] as number;
  if (accelerated !== undefined) {
    accelerated(offsets, 1, start, valueCount, bits, slotCount, true);
    return;
  }
  for (let i = slotCount - 1; v <= start + i; i--) {
    v -= ((bits[i >> 3] as number) >>> (i & 7)) & 1;
    offsets[start + i] = offsets[v] as number;
  }
}

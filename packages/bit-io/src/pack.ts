/**
 * Packs integers of any width from 0 to 32 bits, least significant bit first: the inverse of unpack.ts.
 *
 *   width 1 to 8     combines four values into one that is four times as wide, and packs that
 *   width 9 to 16    combines two values into one that is twice as wide, and packs that
 *   width 17 to 32   packs each value
 *
 * Combining values reduces how often the loop must test whether the output word is full.
 */
import { viewOf } from '@marquetry/core';

/**
 * Packs values into `width` bits each, as {@link Kernels.pack} specifies. Bits of a value above the width are dropped.
 */
export function pack(
  source: Int32Array,
  from: number,
  count: number,
  width: number,
  target: Uint8Array,
  position: number,
  view: DataView = viewOf(target),
): void {
  if (width === 0) return;
  const mask = -1 >>> (32 - width);
  const end = from + count;
  let i = from;
  let p = position;
  let word = 0;
  let filled = 0;
  if (width <= 8) {
    const wide = 4 * width;
    for (; i + 4 <= end; i += 4) {
      const low = ((source[i] as number) & mask) | (((source[i + 1] as number) & mask) << width);
      const high = ((source[i + 2] as number) & mask) | (((source[i + 3] as number) & mask) << width);
      const four = low | (high << (2 * width));
      word |= four << filled;
      filled += wide;
      if (filled < 32) continue;
      view.setInt32(p, word, true);
      p += 4;
      filled -= 32;
      word = above(four, wide - filled);
    }
  } else if (width <= 16) {
    const wide = 2 * width;
    for (; i + 2 <= end; i += 2) {
      const two = ((source[i] as number) & mask) | (((source[i + 1] as number) & mask) << width);
      word |= two << filled;
      filled += wide;
      if (filled < 32) continue;
      view.setInt32(p, word, true);
      p += 4;
      filled -= 32;
      word = above(two, wide - filled);
    }
  }
  for (; i < end; i++) {
    const value = (source[i] as number) & mask;
    word |= value << filled;
    filled += width;
    if (filled < 32) continue;
    view.setInt32(p, word, true);
    p += 4;
    filled -= 32;
    word = above(value, width - filled);
  }
  for (; filled > 0; filled -= 8) {
    target[p++] = word;
    word >>>= 8;
  }
}

/**
 * Returns the bits of a value that did not fit in the full word. That word took the low `bits` (1 to 32) of the value.
 * Two shifts are needed, because JavaScript treats a shift by 32 as a shift by 0.
 */
function above(value: number, bits: number): number {
  return (value >>> 1) >>> (bits - 1);
}

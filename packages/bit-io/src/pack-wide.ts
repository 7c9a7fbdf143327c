/**
 * Packs 33- to 64-bit integers, given as two words each; `Kernels.pack` packs up to 32 bits.
 *
 * Each integer adds its low word, and `width - 32` bits of its high word. `word` collects the bits that do not yet
 * fill an output word:
 *
 *   in      low 0 | high 0 | low 1 | high 1 ...     32 bits, width - 32 bits, 32 bits, width - 32 bits ...
 *   out     word 0 | word 1 | word 2 ...            32 bits each; `filled` is the number of bits in `word`
 */
import { viewOf } from '@marquetry/core';

/**
 * Packs the integers `[from, from + count)` into `ceil(count * width / 8)` bytes, the least significant bit first.
 * Unused bits of the last byte are 0. Bits of a high word beyond the width must be 0.
 */
export function packWide(
  lows: Int32Array,
  highs: Int32Array,
  from: number,
  count: number,
  width: number,
  target: Uint8Array,
  position: number,
  view: DataView = viewOf(target),
): void {
  const highWidth = width - 32;
  let at = position;
  let word = 0;
  let filled = 0;
  for (let i = from; i < from + count; i++) {
    const low = lows[i] as number;
    const high = highs[i] as number;
    // A low word has 32 bits, so it completes an output word and leaves `filled` unchanged. `filled` is tested because
    // JavaScript treats a shift by 32 as a shift by 0.
    view.setInt32(at, word | (low << filled), true);
    at += 4;
    word = filled === 0 ? 0 : low >>> (32 - filled);
    word |= high << filled;
    filled += highWidth;
    if (filled < 32) continue;
    view.setInt32(at, word, true);
    at += 4;
    filled -= 32;
    word = filled === 0 ? 0 : high >>> (highWidth - filled);
  }
  for (; filled > 0; filled -= 8) {
    target[at++] = word;
    word >>>= 8;
  }
}

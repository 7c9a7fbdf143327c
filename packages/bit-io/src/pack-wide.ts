/**
 * Packs integers of 33 to 64 bits, given as two words each; `Kernels.pack` packs up to 32 bits.
 *
 * Each integer adds 32 + (width - 32) bits. `word` collects the bits that do not fill a word yet:
 *
 *   in      low 0 | high 0 | low 1 | high 1 ...     32 bits, width - 32 bits, 32 bits, width - 32 bits ...
 *   out     word 0 | word 1 | word 2 ...            32 bits each; `filled` bits of `word` wait for the next one
 */
import { viewOf } from '@marquetry/core';

/**
 * Writes the integers `[from, from + count)` to `ceil(count * width / 8)` bytes, least significant bit first; unused
 * bits of the last byte are 0. Bits of a high word above the width must be 0.
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
    // A low word always completes a word and leaves `filled` unchanged. The tests of `filled` are needed because JavaScript
    // shifts by 0 instead of 32.
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

/**
 * Packs 33 to 64 bits a value, given as two words; kernels pack up to 32.
 */

/** Writes `count * width / 8` bytes, a whole number of 32-bit words: `count` is a multiple of 32. */
export function packWide(
  lows: Int32Array,
  highs: Int32Array,
  from: number,
  count: number,
  width: number,
  target: Uint8Array,
  position: number,
): void {
  const highWidth = width - 32;
  const view = new DataView(target.buffer, target.byteOffset, target.byteLength);
  let at = position;
  let word = 0;
  let filled = 0;
  for (let i = from; i < from + count; i++) {
    const low = lows[i] as number;
    const high = highs[i] as number;
    // A low word always completes a word and leaves `filled` as it is. Shifts by 32 are shifts by 0, hence the tests.
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
}

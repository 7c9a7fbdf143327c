/**
 * Packs integers of any width from 0 to 32 bits, least significant bit first: the inverse of unpack.ts.
 */

/** See {@link Kernels.pack}. Bits of a value above the width are dropped. */
export function pack(
  source: Int32Array,
  from: number,
  count: number,
  width: number,
  target: Uint8Array,
  position: number,
): void {
  if (width === 0) return;
  const mask = -1 >>> (32 - width);
  let p = position;
  let word = 0;
  let filled = 0;
  for (let i = from, end = from + count; i < end; i++) {
    const value = (source[i] as number) & mask;
    word |= value << filled;
    filled += width;
    if (filled < 32) continue;
    target[p] = word;
    target[p + 1] = word >>> 8;
    target[p + 2] = word >>> 16;
    target[p + 3] = word >>> 24;
    p += 4;
    filled -= 32;
    // What did not fit; nothing when the value ended with the word. Two shifts, for >>> 32 is >>> 0.
    word = filled === 0 ? 0 : (value >>> 1) >>> (width - filled - 1);
  }
  for (; filled > 0; filled -= 8) {
    target[p++] = word;
    word >>>= 8;
  }
}

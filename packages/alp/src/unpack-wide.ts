/** Unpacks integers of 33 to 64 bits as two words each; kernels unpack up to 32 bits. */

/** Bytes after the packed integers that {@link unpackWide} may read; they do not affect the result. */
export const wideSlack = 9;

/**
 * Unpacks `count` integers of `width` bits, least significant bit first, from bit 0 of byte `position` on, to
 * `lows[0 ...]` and `highs[0 ...]`. The array must have {@link wideSlack} bytes after them.
 */
export function unpackWide(
  view: DataView,
  position: number,
  width: number,
  lows: Int32Array,
  highs: Int32Array,
  count: number,
): void {
  const highMask = -1 >>> (64 - width);
  for (let i = 0; i < count; i++) {
    const bit = i * width;
    const at = position + (bit >>> 3);
    const shift = bit & 7;
    const middle = view.getInt32(at + 4, true);
    // Two shifts, because JavaScript shifts by 0 instead of 32.
    lows[i] = (view.getInt32(at, true) >>> shift) | ((middle << 1) << (31 - shift));
    highs[i] = ((middle >>> shift) | ((view.getUint8(at + 8) << 1) << (31 - shift))) & highMask;
  }
}

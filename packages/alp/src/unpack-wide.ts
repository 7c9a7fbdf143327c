/** Unpacks 33- to 64-bit integers as two words each. The kernels unpack only integers of up to 32 bits. */

/** Number of bytes after the packed integers that {@link unpackWide} may read. They do not affect the result. */
export const wideSlack = 9;

/**
 * Unpacks `count` integers of `width` bits, the least significant bit first. The first integer starts at bit 0 of byte
 * `position`. Writes the low words to `lows[0 ...]` and the high words to `highs[0 ...]`. The array of bytes must have
 * {@link wideSlack} more bytes after the integers.
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
    // Two shifts are needed, because JavaScript treats a shift by 32 as a shift by 0.
    lows[i] = (view.getInt32(at, true) >>> shift) | ((middle << 1) << (31 - shift));
    highs[i] = ((middle >>> shift) | ((view.getUint8(at + 8) << 1) << (31 - shift))) & highMask;
  }
}

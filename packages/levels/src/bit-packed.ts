/**
 * BIT_PACKED, a deprecated encoding of levels: no runs, and the most significant bit comes first
 * (Encodings.md#BITPACKED).
 *
 *   3-bit levels 0 1 2 3 4 5 6 7        00000101 00111001 01110111     05 39 77
 */

/**
 * Unpacks `count` levels of `width` (1 to 8) bits that start at `bytes[position]`. The caller must have checked that
 * `bytes` is long enough.
 */
export function unpackBitPacked(
  bytes: Uint8Array,
  position: number,
  width: number,
  target: Uint8Array,
  count: number,
): void {
  const mask = (1 << width) - 1;
  let p = position;
  let window = 0;
  let have = 0;
  for (let i = 0; i < count; i++) {
    if (have < width) {
      window = (window << 8) | (bytes[p++] as number);
      have += 8;
    }
    have -= width;
    target[i] = (window >>> have) & mask;
  }
}

/**
 * Copies `count` one-bit levels to a bitmap, least significant bit first. The bits after the last level are 0.
 * Returns how many levels are 1.
 */
export function bitPackedToBitmap(bytes: Uint8Array, position: number, bits: Uint8Array, count: number): number {
  const byteLength = Math.ceil(count / 8);
  let ones = 0;
  for (let i = 0; i < byteLength; i++) {
    let byte = bytes[position + i] as number;
    if (8 * i + 8 > count) byte &= 0xff << (8 * i + 8 - count);
    byte = ((byte & 0x0f) << 4) | (byte >>> 4);
    byte = ((byte & 0x33) << 2) | ((byte >>> 2) & 0x33);
    byte = ((byte & 0x55) << 1) | ((byte >>> 1) & 0x55);
    bits[i] = byte;
    byte -= (byte >>> 1) & 0x55;
    byte = (byte & 0x33) + ((byte >>> 2) & 0x33);
    ones += (byte + (byte >>> 4)) & 0x0f;
  }
  return ones;
}

/** Packs levels as {@link unpackBitPacked} reads them. The last byte is padded with zeros. */
export function packBitPacked(levels: Uint8Array, width: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((levels.length * width) / 8));
  let p = 0;
  let window = 0;
  let have = 0;
  for (let i = 0; i < levels.length; i++) {
    window = (window << width) | (levels[i] as number);
    have += width;
    if (have >= 8) {
      have -= 8;
      bytes[p++] = window >>> have;
    }
  }
  if (have > 0) bytes[p] = window << (8 - have);
  return bytes;
}

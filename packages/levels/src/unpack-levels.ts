/**
 * Unpacks packed levels to one byte each, four levels at a time.
 *
 *   word   v0 v1 v2 v3, `width` bits each                         v0 in the lowest bits
 *   pairs  v0 v1 in the low half, v2 v3 in the high half
 *   out    one byte each
 */

/** Moves four values of `width` (1 to 8) bits at the low end of a word to one byte each. */
export function spreadBytes(word: number, width: number): number {
  const mask = (1 << width) - 1;
  const pairMask = (1 << (2 * width)) - 1;
  const evenMask = mask | (mask << 16);
  const pairs = (word & pairMask) | (((word >>> (2 * width)) & pairMask) << 16);
  return (pairs & evenMask) | ((pairs << (8 - width)) & (evenMask << 8));
}

/**
 * Unpacks `count` levels of `width` (1 to 8) bits that start at `bytes[position]` into `target[from ...]`. The caller
 * must have checked that `bytes` is long enough. `view` and `targetView` view the same memory as `bytes` and `target`.
 * Returns false if a level is above `maxLevel`. Ignores the padding that completes the last group of eight levels.
 */
export function unpackLevels(
  bytes: Uint8Array,
  view: DataView,
  position: number,
  width: number,
  target: Uint8Array,
  targetView: DataView,
  from: number,
  count: number,
  maxLevel: number,
): boolean {
  const mask = (1 << width) - 1;
  const offset = (4 * width) >> 3;
  const shift = (4 * width) & 7;
  // Added to a level below 128, this sets the top bit of its byte if the level is above the maximum. Levels of width 8
  // are compared at the end instead.
  const bias = (127 - Math.min(maxLevel, 127)) * 0x01010101;
  let tops = 0;
  let p = position;
  let i = from;
  // The last position at which the second load does not read past the end: it ends `offset + 4` bytes after the start
  // of the group.
  const last = Math.min(view.byteLength - offset - 4, position + (count >> 3) * width - width);
  for (; p <= last; p += width) {
    const a = spreadBytes(view.getInt32(p, true), width);
    const b = spreadBytes(view.getInt32(p + offset, true) >>> shift, width);
    tops |= (a + bias) | (b + bias);
    targetView.setInt32(i, a, true);
    targetView.setInt32(i + 4, b, true);
    i += 8;
  }
  let largest = 0;
  for (let bit = 0, end = from + count; i < end; bit += width) {
    const byte = p + (bit >> 3);
    const within = bit & 7;
    let level = (bytes[byte] as number) >>> within;
    if (within + width > 8) level |= (bytes[byte + 1] as number) << (8 - within);
    level &= mask;
    largest = Math.max(largest, level);
    target[i++] = level;
  }
  if (width === 8) for (let k = from; k < i; k++) largest = Math.max(largest, target[k] as number);
  else if ((tops & 0x80808080) !== 0) return false;
  return largest <= maxLevel;
}

/**
 * Packs deltas of at most 16 bits. Most blocks contain only such deltas. Eight deltas of `width` bits fill `width`
 * bytes, so each group of eight starts at a byte boundary. Its deltas are joined in four pairs, and these are stored as
 * words:
 *
 *   width 1 to 8     the group has up to 64 bits, stored as two words
 *   width 9 to 16    the group has up to 128 bits, stored as four words
 *
 * The words may extend beyond the bytes of the eight deltas. The words of the next group overwrite the excess, so the
 * loop never needs to test whether a word is full.
 */

/** The largest width that {@link packNarrow} packs. */
export const narrowWidth = 16;

/** Number of bytes after the packed deltas that {@link packNarrow} may overwrite. */
export const narrowSlack = 7;

/**
 * Packs `source[from, from + count) - low`, least significant bit first. `count` must be a multiple of 8. Each
 * difference must fit in `width` bits, from 1 to {@link narrowWidth}.
 */
export function packNarrow(
  source: Int32Array,
  low: number,
  from: number,
  count: number,
  width: number,
  target: DataView,
  position: number,
): void {
  // JavaScript treats a shift by 32 as a shift by 0. A left shift of up to 32 bits therefore takes two shifts, the
  // second by 1.
  const byTwo = 2 * width - 1;
  const byFour = (4 * width - 1) & 31;
  const rest = 31 - byFour;
  // Two differences of at most 16 bits do not overlap, so they are joined first, and `low` is subtracted from both at
  // once.
  const lows = (low + (low << width)) | 0;
  let p = position;
  for (let i = from; i < from + count; i += 8) {
    const a = ((source[i] as number) + ((source[i + 1] as number) << width) - lows) | 0;
    const b = ((source[i + 2] as number) + ((source[i + 3] as number) << width) - lows) | 0;
    const c = ((source[i + 4] as number) + ((source[i + 5] as number) << width) - lows) | 0;
    const d = ((source[i + 6] as number) + ((source[i + 7] as number) << width) - lows) | 0;
    const ab = a | ((b << byTwo) << 1);
    const cd = c | ((d << byTwo) << 1);
    if (width <= 8) {
      target.setInt32(p, ab | ((cd << byFour) << 1), true);
      target.setInt32(p + 4, cd >>> rest, true);
    } else {
      const aboveAb = b >>> (31 - byTwo);
      const aboveCd = d >>> (31 - byTwo);
      target.setInt32(p, ab, true);
      target.setInt32(p + 4, aboveAb | ((cd << byFour) << 1), true);
      target.setInt32(p + 8, (cd >>> rest) | ((aboveCd << byFour) << 1), true);
      target.setInt32(p + 12, aboveCd >>> rest, true);
    }
    p += width;
  }
}

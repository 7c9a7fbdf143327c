/** Spreads dense values to one entry per bit of a bitmap. */

/**
 * Spreads entries of `size` bytes (4 or 8) from `source` to `count` entries at `target`, one per bit of `bits`. A 1 bit
 * takes the next source entry. A 0 bit gets that entry ANDed with `keep`, and does not advance the source. Writes up to
 * 68 bytes beyond the entries.
 */
export function spread(source: usize, bits: usize, target: usize, count: usize, size: usize, keep: i32): void {
  const end = target + count * size;
  do {
    // A ninth bit ends the loop over the eight bits of a byte.
    let mask = <u32>load<u8>(bits++) | 256;
    do {
      // There is no branch on the bit, because the processor could not predict it. For 4-byte entries, the next entry
      // overwrites the excess.
      const there = 0 - <i32>(mask & 1);
      store<i64>(target, load<i64>(source) & <i64>(keep | there));
      source += size & <usize>there;
      target += size;
      mask >>= 1;
    } while (mask !== 1);
  } while (target < end);
}

/**
 * Dense words to one entry per bit.
 */

/**
 * Spreads entries of `size` bytes (4 or 8) from `source` to `count` entries at `target`, one per bit of `bits`. An entry of a 0 is
 * what comes next, of which `keep` says the bits that stay. Writes up to 68 bytes after the entries.
 */
export function spread(source: usize, bits: usize, target: usize, count: usize, size: usize, keep: i32): void {
  const end = target + count * size;
  do {
    // The ninth bit ends the eight.
    let mask = <u32>load<u8>(bits++) | 256;
    do {
      // No branch on the bit: they are as good as random. Of 4 bytes, the next entry overwrites what is too much.
      const there = 0 - <i32>(mask & 1);
      store<i64>(target, load<i64>(source) & <i64>(keep | there));
      source += size & <usize>there;
      target += size;
      mask >>= 1;
    } while (mask !== 1);
  } while (target < end);
}

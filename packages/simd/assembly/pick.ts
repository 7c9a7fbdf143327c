/**
 * Keeps the values whose bit is 1, one after the other.
 */
import { PLACES } from './layout';

/** Four of the words at `source`, by the lowest bits of `mask`. Writes 16 bytes; returns where the next word goes. */
function pickFour(source: usize, mask: i32, target: usize): usize {
  mask &= 15;
  // Each place of a word is those of its four bytes.
  const places = v128.load32_splat(PLACES + ((<usize>mask) << 3));
  const spread = i8x16.shuffle(places, places, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  const bytes = v128.or(i8x16.shl(spread, 2), i32x4.splat(0x03020100));
  v128.store(target, i8x16.swizzle(v128.load(source), bytes));
  return target + ((<usize>popcnt(mask)) << 2);
}

/**
 * Of `count` values of 32 bits, or of 64 where `is64` is 1, those whose bit is 1. Returns how many. Writes up to 16 bytes behind
 * them.
 */
export function pick(source: usize, bits: usize, count: i32, target: usize, is64: i32): u32 {
  const first = target;
  for (let left = count; left > 0; left -= 8) {
    let mask = <i32>load<u8>(bits++);
    if (left < 8) mask &= (1 << left) - 1;
    if (mask > 0) {
      if (is64) {
        // Each bit twice: a value has two words.
        mask = (mask | (mask << 4)) & 0x0f0f;
        mask = (mask | (mask << 2)) & 0x3333;
        mask = ((mask | (mask << 1)) & 0x5555) * 3;
      }
      for (let at = source; mask > 0; at += 16) {
        target = pickFour(at, mask, target);
        mask >>= 4;
      }
    }
    source += (<usize>32) << (<usize>is64);
  }
  return <u32>(target - first) >> (2 + is64);
}

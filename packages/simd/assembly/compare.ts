/**
 * Compares values with a limit, and writes one bit per value: 1 if `limit > (value ^ flip)` for integers, `limit >= (value ^ flip)` for floats.
 * Also copies the values whose bit is 1 to consecutive positions.
 */
import { SHUFFLES } from './layout';

/** Fills the table of swizzle masks: mask `m` moves the words of a vector whose bit in `m` is 1 to the start of the vector. */
export function startCompare(): void {
  for (let mask: usize = 0; mask < 16; mask++) {
    let to = SHUFFLES + (mask << 4);
    for (let word: u32 = 0; word < 4; word++) {
      store<u32>(to, word * 0x04040404 + 0x03020100);
      to += ((mask >> word) & 1) << 2;
    }
  }
}

function isBelow<T>(value: v128, limit: v128): v128 {
  return isFloat<T>() ? v128.ge<T>(limit, value) : v128.gt<T>(limit, value);
}

/**
 * Does the work of `compare` for one type, so that no loop tests the type. Stores whole vectors at `kept`; the next store overwrites
 * the excess words. Skips the stores for eight values of which none is below the limit. Returns the end of the values whose bit is 1.
 */
function run<T>(limit: v128, flip: v128, source: usize, target: usize, end: usize, kept: usize): usize {
  while (target < end) {
    const a = v128.load(source);
    const b = v128.load(source, 16);
    const ofA = isBelow<T>(v128.xor(a, flip), limit);
    const ofB = isBelow<T>(v128.xor(b, flip), limit);
    const maskA = i32x4.bitmask(ofA);
    const maskB = i32x4.bitmask(ofB);
    let bits = maskA | (maskB << 4);
    // The other four of eight 8-byte values. The compiler removes these variables for 4-byte values.
    let c = a;
    let d = b;
    let ofC = ofA;
    let ofD = ofB;
    if (sizeof<T>() === 8) {
      c = v128.load(source, 32);
      d = v128.load(source, 48);
      ofC = isBelow<T>(v128.xor(c, flip), limit);
      ofD = isBelow<T>(v128.xor(d, flip), limit);
      bits = i32x4.bitmask(i32x4.shuffle(ofA, ofB, 0, 2, 4, 6));
      bits |= i32x4.bitmask(i32x4.shuffle(ofC, ofD, 0, 2, 4, 6)) << 4;
    }
    store<u8>(target, bits);
    if (bits) {
      v128.store(kept, i8x16.swizzle(a, v128.load(SHUFFLES + (maskA << 4))));
      kept += popcnt(maskA) << 2;
      v128.store(kept, i8x16.swizzle(b, v128.load(SHUFFLES + (maskB << 4))));
      kept += popcnt(maskB) << 2;
      if (sizeof<T>() === 8) {
        const maskC = i32x4.bitmask(ofC);
        v128.store(kept, i8x16.swizzle(c, v128.load(SHUFFLES + (maskC << 4))));
        kept += popcnt(maskC) << 2;
        const maskD = i32x4.bitmask(ofD);
        v128.store(kept, i8x16.swizzle(d, v128.load(SHUFFLES + (maskD << 4))));
        kept += popcnt(maskD) << 2;
      }
    }
    source += 8 * sizeof<T>();
    target++;
  }
  return kept;
}

/**
 * Compares `count` values of INT32, INT64, FLOAT or DOUBLE (`kind` is 0 to 3). `limit` and `flip` are the bits of an 8-byte value, or
 * of two copies of a 4-byte value. Writes one bit per value to `target`, and the values whose bit is 1 to `kept`, with up to 32 other
 * bytes after them; `kept` may be `source`. Returns the end of the values at `kept`. Rounds the number of values read up to a
 * multiple of 8.
 */
export function compare(
  source: usize,
  kind: i32,
  limit: i64,
  flip: i64,
  target: usize,
  count: i32,
  kept: usize,
): usize {
  const limits = i64x2.splat(limit);
  const flips = i64x2.splat(flip);
  const end = target + ((count + 7) >>> 3);
  if (kind === 0) kept = run<i32>(limits, flips, source, target, end, kept);
  else if (kind === 1) kept = run<i64>(limits, flips, source, target, end, kept);
  else if (kind === 2) kept = run<f32>(limits, flips, source, target, end, kept);
  else kept = run<f64>(limits, flips, source, target, end, kept);
  const left = count & 7;
  if (left) {
    const last = <i32>load<u8>(end - 1);
    kept -= popcnt(last >> left) << (2 + (kind & 1));
    store<u8>(end - 1, last & ((1 << left) - 1));
  }
  return kept;
}

/**
 * Compares values with a constant: a bit each. NaN is unequal to everything, and neither below nor above.
 */

/** Four lanes of 32 bits, by `kind`: 0 to 5 for INT32 and 12 to 17 for FLOAT, in the order =, !=, <, <=, >, >=. */
function lanes32(kind: i32, a: v128, b: v128): i32 {
  switch (kind) {
    case 0:
      return i32x4.bitmask(i32x4.eq(a, b));
    case 1:
      return i32x4.bitmask(i32x4.ne(a, b));
    case 2:
      return i32x4.bitmask(i32x4.lt_s(a, b));
    case 3:
      return i32x4.bitmask(i32x4.le_s(a, b));
    case 4:
      return i32x4.bitmask(i32x4.gt_s(a, b));
    case 5:
      return i32x4.bitmask(i32x4.ge_s(a, b));
    case 12:
      return i32x4.bitmask(f32x4.eq(a, b));
    case 13:
      return i32x4.bitmask(f32x4.ne(a, b));
    case 14:
      return i32x4.bitmask(f32x4.lt(a, b));
    case 15:
      return i32x4.bitmask(f32x4.le(a, b));
    case 16:
      return i32x4.bitmask(f32x4.gt(a, b));
    default:
      return i32x4.bitmask(f32x4.ge(a, b));
  }
}

/** Two lanes of 64 bits: 6 to 11 for INT64, 18 to 23 for DOUBLE. */
function lanes64(kind: i32, a: v128, b: v128): i32 {
  switch (kind) {
    case 6:
      return i64x2.bitmask(i64x2.eq(a, b));
    case 7:
      return i64x2.bitmask(i64x2.ne(a, b));
    case 8:
      return i64x2.bitmask(i64x2.lt_s(a, b));
    case 9:
      return i64x2.bitmask(i64x2.le_s(a, b));
    case 10:
      return i64x2.bitmask(i64x2.gt_s(a, b));
    case 11:
      return i64x2.bitmask(i64x2.ge_s(a, b));
    case 18:
      return i64x2.bitmask(f64x2.eq(a, b));
    case 19:
      return i64x2.bitmask(f64x2.ne(a, b));
    case 20:
      return i64x2.bitmask(f64x2.lt(a, b));
    case 21:
      return i64x2.bitmask(f64x2.le(a, b));
    case 22:
      return i64x2.bitmask(f64x2.gt(a, b));
    default:
      return i64x2.bitmask(f64x2.ge(a, b));
  }
}

/**
 * `count` values of 4 (`is64` 0) or 8 bytes, rounded up to 8, with the one at `constant`, which fills 16 bytes. Bits of
 * `flip` are inverted in both: the sign, where integers are unsigned.
 */
export function compare(source: usize, kind: i32, is64: i32, constant: usize, target: usize, count: i32): void {
  const right = v128.load(constant);
  const flip = v128.load(constant, 16);
  for (let left = count; left > 0; left -= 8) {
    if (is64 !== 0) {
      const low = lanes64(kind, v128.xor(v128.load(source), flip), right);
      const second = lanes64(kind, v128.xor(v128.load(source, 16), flip), right);
      const third = lanes64(kind, v128.xor(v128.load(source, 32), flip), right);
      const high = lanes64(kind, v128.xor(v128.load(source, 48), flip), right);
      store<u8>(target, low | (second << 2) | (third << 4) | (high << 6));
      source += 64;
    } else {
      const low = lanes32(kind, v128.xor(v128.load(source), flip), right);
      const high = lanes32(kind, v128.xor(v128.load(source, 16), flip), right);
      store<u8>(target, low | (high << 4));
      source += 32;
    }
    target++;
  }
}

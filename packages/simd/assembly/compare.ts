/**
 * Compares values with a constant: one bit per value. NaN is unequal to everything, and neither below nor above anything.
 *
 *   (value > constant & ifAbove) | (value = constant & ifEqual), then all bits unchanged or inverted
 *
 * Before that, the bits of `flip` are inverted in both operands. This inverts the sign of unsigned integers, and of
 * floats for `<`.
 */

/**
 * Compares `count` values, rounded up to a multiple of 8. `kind` is their type: INT32, INT64, FLOAT or DOUBLE. The
 * constant is `integer`, or `number` for FLOAT and DOUBLE. `sign` is the upper word of `flip`. `ifAbove`, `ifEqual` and
 * `invert` are 0 or -1.
 */
export function compare(
  source: usize,
  kind: i32,
  integer: i64,
  number: f64,
  sign: u32,
  ifAbove: i32,
  ifEqual: i32,
  invert: i32,
  target: usize,
  count: i32,
): void {
  const isWide = (kind & 1) !== 0;
  const flip = isWide ? i64x2.splat((<i64>sign) << 32) : i32x4.splat(sign);
  const bits = kind < 2 ? integer : isWide ? reinterpret<i64>(number) : <i64>reinterpret<i32>(<f32>number);
  const constant = v128.xor(isWide ? i64x2.splat(bits) : i32x4.splat(<i32>bits), flip);
  const aboveMask = i32x4.splat(ifAbove);
  const equalMask = i32x4.splat(ifEqual);
  const end = target + ((count + 7) >>> 3);
  for (; target < end; target++) {
    let found = invert;
    for (let k = 0; k < 8; k += 4) {
      const a = v128.xor(v128.load(source), flip);
      let above: v128;
      let equal: v128;
      // The branches are the same in each iteration, so the processor predicts them.
      if (isWide) {
        // The results of two vectors are packed into one vector of 32 bits per value, whose sign bits one instruction
        // extracts.
        source += 16;
        const b = v128.xor(v128.load(source), flip);
        let aboveToo: v128;
        let equalToo: v128;
        if (kind === 1) {
          above = i64x2.gt_s(a, constant);
          equal = i64x2.eq(a, constant);
          aboveToo = i64x2.gt_s(b, constant);
          equalToo = i64x2.eq(b, constant);
        } else {
          above = f64x2.gt(a, constant);
          equal = f64x2.eq(a, constant);
          aboveToo = f64x2.gt(b, constant);
          equalToo = f64x2.eq(b, constant);
        }
        above = i32x4.shuffle(above, aboveToo, 0, 2, 4, 6);
        equal = i32x4.shuffle(equal, equalToo, 0, 2, 4, 6);
      } else if (kind === 0) {
        above = i32x4.gt_s(a, constant);
        equal = i32x4.eq(a, constant);
      } else {
        above = f32x4.gt(a, constant);
        equal = f32x4.eq(a, constant);
      }
      source += 16;
      found ^= i32x4.bitmask(v128.or(v128.and(above, aboveMask), v128.and(equal, equalMask))) << k;
    }
    store<u8>(target, found);
  }
}

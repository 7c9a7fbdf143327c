/**
 * Compares values with a constant: one bit per value. NaN is unequal to everything, and neither below nor above anything.
 *
 *   (value > constant & ifAbove) | (value = constant & ifEqual), then all bits unchanged or inverted
 *
 * Before that, the bits of `flip` are inverted in both operands: the sign, for unsigned integers and for `<` of floats.
 */

/**
 * Compares `count` values, rounded up to 8, of INT32, INT64, FLOAT or DOUBLE, by `kind`. At `constants` are two
 * vectors, filled with the constant and with `flip`. `ifAbove`, `ifEqual` and `invert` are 0 or -1.
 */
export function compare(
  source: usize,
  kind: i32,
  constants: usize,
  ifAbove: i32,
  ifEqual: i32,
  invert: i32,
  target: usize,
  count: i32,
): void {
  const constant = v128.load(constants);
  const flip = v128.load(constants, 16);
  const aboveMask = i32x4.splat(ifAbove);
  const equalMask = i32x4.splat(ifEqual);
  const end = target + ((count + 7) >>> 3);
  if (kind === 1) {
    // INT64, the most common kind, has a loop of its own. Two vectors of results are packed into one with 32 bits per
    // value, so that one instruction collects four bits.
    for (; target < end; target++) {
      let bits = invert;
      for (let k = 0; k < 8; k += 4) {
        const a = v128.xor(v128.load(source), flip);
        const b = v128.xor(v128.load(source, 16), flip);
        source += 32;
        const above = i32x4.shuffle(i64x2.gt_s(a, constant), i64x2.gt_s(b, constant), 0, 2, 4, 6);
        const equal = i32x4.shuffle(i64x2.eq(a, constant), i64x2.eq(b, constant), 0, 2, 4, 6);
        bits ^= i32x4.bitmask(v128.or(v128.and(above, aboveMask), v128.and(equal, equalMask))) << k;
      }
      store<u8>(target, bits);
    }
    return;
  }
  const step = kind === 3 ? 2 : 4;
  for (; target < end; target++) {
    let bits = invert;
    for (let k = 0; k < 8; k += step) {
      const value = v128.xor(v128.load(source), flip);
      source += 16;
      let above: v128;
      let equal: v128;
      // The branch is the same in each iteration, so the processor predicts it.
      switch (kind) {
        case 0:
          above = i32x4.gt_s(value, constant);
          equal = i32x4.eq(value, constant);
          break;
        case 2:
          above = f32x4.gt(value, constant);
          equal = f32x4.eq(value, constant);
          break;
        default:
          above = f64x2.gt(value, constant);
          equal = f64x2.eq(value, constant);
      }
      const both = v128.or(v128.and(above, aboveMask), v128.and(equal, equalMask));
      bits ^= (step === 2 ? i64x2.bitmask(both) : i32x4.bitmask(both)) << k;
    }
    store<u8>(target, bits);
  }
}

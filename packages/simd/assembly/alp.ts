/** ALP (AlpEncoding.md): converts integers to floating point, in the order of operations that the format defines. */
import { unpack } from './unpack';

/**
 * Writes `(reference + packed) * power * fraction` as DOUBLE for `count` values, rounded up to whole groups of 8.
 * `width` is at most 31.
 */
export function alpDoubles(
  source: usize,
  width: i32,
  scratch: usize,
  target: usize,
  count: i32,
  reference: f64,
  power: f64,
  fraction: f64,
): void {
  if (count <= 0) return;
  unpack(source, width, scratch, count);
  const references = f64x2.splat(reference);
  const powers = f64x2.splat(power);
  const fractions = f64x2.splat(fraction);
  const end = scratch + ((<usize>count) << 2);
  do {
    const packed = v128.load(scratch);
    // The integers are below 2^31, so they can be converted as signed integers, which is faster.
    const low = f64x2.convert_low_i32x4_s(packed);
    const high = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(packed, packed, 2, 3, 2, 3));
    v128.store(target, f64x2.mul(f64x2.mul(f64x2.add(low, references), powers), fractions));
    v128.store(target, f64x2.mul(f64x2.mul(f64x2.add(high, references), powers), fractions), 16);
    scratch += 16;
    target += 32;
  } while (scratch < end);
}

/** Computes FLOAT values like {@link alpDoubles}, but without scratch memory; sums are modulo 2^32. */
export function alpFloats(
  source: usize,
  width: i32,
  _scratch: usize,
  target: usize,
  count: i32,
  reference: i32,
  power: f32,
  fraction: f32,
): void {
  if (count <= 0) return;
  unpack(source, width, target, count);
  const references = i32x4.splat(reference);
  const powers = f32x4.splat(power);
  const fractions = f32x4.splat(fraction);
  const end = target + ((<usize>count) << 2);
  do {
    const integers = f32x4.convert_i32x4_s(i32x4.add(v128.load(target), references));
    v128.store(target, f32x4.mul(f32x4.mul(integers, powers), fractions));
    target += 16;
  } while (target < end);
}

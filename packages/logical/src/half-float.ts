/**
 * FLOAT16: IEEE 754 binary16, two bytes, little endian (LogicalTypes.md#float16).
 *
 *   sign 1 bit | exponent 5 bits, bias 15 | fraction 10 bits
 */

/** Converts the 16 bits of a FLOAT16 to a number. The result is exact, except that the payload of a NaN is lost. */
export function float16ToNumber(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/**
 * Returns the 16 bits of the nearest FLOAT16; ties round to even. Numbers of magnitude 65520 or more become infinity;
 * NaN becomes 0x7e00.
 */
export function numberToFloat16(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  // 65520 is half a step above 65504, the greatest FLOAT16. From here on, numbers round to infinity.
  if (size >= 65_520) return sign | 0x7c00;
  // The logarithm may have a rounding error and yield the wrong exponent, but only for numbers next to a power of two.
  // For these, either exponent yields the same FLOAT16.
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  // Scaling by a power of two is exact. If rounding up overflows the fraction, the addition below carries into the
  // exponent, which is correct.
  const steps = roundToEven(size * 2 ** (10 - exponent));
  return sign | (((exponent + 14) << 10) + steps);
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const above = value - floor;
  return above > 0.5 || (above === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}

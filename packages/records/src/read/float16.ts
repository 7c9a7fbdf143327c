/**
 * FLOAT16: IEEE 754 binary16, little endian: sign, 5 bits of exponent, 10 of fraction.
 */

/** The number of the two bytes at `at`: every FLOAT16 is a double. */
export function float16Of(view: DataView, at: number): number {
  const bits = view.getUint16(at, true);
  const sign = (bits & 0x8000) === 0 ? 1 : -1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

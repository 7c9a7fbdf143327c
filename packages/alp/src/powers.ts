/**
 * The powers of ten, indexed by the exponent. The format requires the numbers that result from parsing decimal
 * literals. `Math.pow` could round differently.
 */

/** The powers 10^0 to 10^18 as DOUBLE. */
export const doublePowers: Float64Array = Float64Array.of(
  1,
  1e1,
  1e2,
  1e3,
  1e4,
  1e5,
  1e6,
  1e7,
  1e8,
  1e9,
  1e10,
  1e11,
  1e12,
  1e13,
  1e14,
  1e15,
  1e16,
  1e17,
  1e18,
);

/** The powers 10^0 to 10^-18 as DOUBLE. */
export const doubleFractions: Float64Array = Float64Array.of(
  1,
  1e-1,
  1e-2,
  1e-3,
  1e-4,
  1e-5,
  1e-6,
  1e-7,
  1e-8,
  1e-9,
  1e-10,
  1e-11,
  1e-12,
  1e-13,
  1e-14,
  1e-15,
  1e-16,
  1e-17,
  1e-18,
);

/**
 * The powers 10^0 to 10^10 as FLOAT. The literals are first rounded to DOUBLE, then to FLOAT. For these powers the
 * result is still the nearest FLOAT; a test checks this.
 */
export const floatPowers: Float32Array = Float32Array.from(doublePowers.subarray(0, 11));

/** The powers 10^0 to 10^-10 as FLOAT. */
export const floatFractions: Float32Array = Float32Array.from(doubleFractions.subarray(0, 11));

/** The largest exponents of ten that the format allows for DOUBLE and for FLOAT. */
export const maxDoubleExponent = 18;
export const maxFloatExponent = 10;

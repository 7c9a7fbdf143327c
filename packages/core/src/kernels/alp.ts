/**
 * Integers to floating-point numbers, as ALP encodes them.
 *
 * Kernels: see `kernels.ts` for what they may trust.
 */

/** Integers to floating-point numbers, as ALP encodes them. */
export interface AlpKernels {
  /**
   * ALP: `(reference + packed) * power * fraction` as DOUBLE, in this order, for `count` packed integers of `width` (0
   * to 31) bits. `reference` is an integer below 2^53. Returns false and writes nothing if a call is not worth its
   * cost.
   */
  scaleDoubles?(
    source: Uint8Array,
    position: number,
    width: number,
    reference: number,
    power: number,
    fraction: number,
    target: Float64Array,
    from: number,
    count: number,
  ): boolean;

  /** The same as FLOAT: the sum is an int32, modulo 2^32, and each step rounds to FLOAT. */
  scaleFloats?(
    source: Uint8Array,
    position: number,
    width: number,
    reference: number,
    power: number,
    fraction: number,
    target: Float32Array,
    from: number,
    count: number,
  ): boolean;
}

/**
 * Kernels that convert integers to floating-point numbers for ALP.
 *
 * See `kernels.ts` for the rules that apply to all kernels.
 */

/** Kernels that convert integers to floating-point numbers for ALP. */
export interface AlpKernels {
  /**
   * Decodes ALP values: computes `(reference + packed) * power * fraction` as DOUBLE, in this order, for `count` packed
   * integers of `width` (0 to 31) bits. `reference` is an integer below 2^53. Returns false and writes nothing if the
   * kernel would not be faster than the caller's loop.
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

  /**
   * Does the same as {@link scaleDoubles} for FLOAT. The sum is an int32 (modulo 2^32), and each step rounds to FLOAT.
   */
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

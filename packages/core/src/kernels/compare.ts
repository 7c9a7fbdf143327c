/**
 * Values that are compared with a constant.
 *
 * Kernels: see `kernels.ts` for what they may trust.
 */

/** Values that are compared with a constant. */
export interface CompareKernels {
  /**
   * Compares `count` values of `source` with a constant: bit `i` of `bits`, least significant first, is 1 where value
   * `from + i` compares so, and 0 beyond the last in its byte. `from` counts values; those of 8 bytes are two words, low
   * first. `constant` is a value of the type (a bigint or an integer for those of 64 bits). NaN is unequal to everything,
   * and 0 equals -0. `compare` of `@marquetry/bit-io` does the same in JavaScript.
   */
  compare?(
    type: ComparisonType,
    comparison: Comparison,
    constant: number | bigint,
    source: Int32Array,
    from: number,
    count: number,
    bits: Uint8Array,
  ): void;
}

/** How the bits of values are compared. */
export type ComparisonType = 'int32' | 'uint32' | 'int64' | 'uint64' | 'float' | 'double';

/** The value stands left, the constant right. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/**
 * Kernels that compare values with a constant.
 *
 * See `kernels.ts` for the rules of all kernels.
 */

/** Kernels that compare values with a constant. */
export interface CompareKernels {
  /**
   * Compares `count` values of `source`, starting at `from`, with a constant. Bit `i` of `bits`, the least significant
   * first, becomes 1 if the comparison is true for value `from + i`. The unused bits of the last byte become 0. `from`
   * counts values. An 8-byte value is two words, the low word first. `constant` is a value of the type (a bigint or an
   * integer for 64-bit types). NaN is unequal to everything, and 0 equals -0. `compare` of `@marquetry/bit-io` does the
   * same in JavaScript.
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

/** The type of the compared values. */
export type ComparisonType = 'int32' | 'uint32' | 'int64' | 'uint64' | 'float' | 'double';

/** The comparison operator. The value is on the left, the constant on the right. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

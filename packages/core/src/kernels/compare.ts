/**
 * Kernels that compare values with a constant.
 *
 * See `kernels.ts` for the rules that apply to all kernels.
 */

/** Kernels that compare values with a constant. */
export interface CompareKernels {
  /**
   * Compares `count` values of `source`, starting at value `from`, with a limit. First inverts the bits of each value
   * that are 1 in `flip`. Bit `i` of `bits` (least significant bit first) becomes 1 if value `from + i`, after this
   * inversion, is below the limit or, for floats, not above it. The unused bits of the last byte become 0. An 8-byte
   * value is two 32-bit words, the low word first. `limit` and `flip` are the 64 bits of one 8-byte value, or of two
   * equal 4-byte values. For floats, `flip` is 0 or only the sign bit.
   *
   * Returns the words of the values whose bit is 1, without gaps. The words are in the kernels' own memory, and are
   * valid until the next call to any kernel; you may pass them to that call as `source`. Returns `undefined` if the
   * kernel does not collect the words, for example because the values take more than 64 KiB.
   *
   * `compareBelow` of `@marquetry/bit-io` does the comparisons in JavaScript, and returns `undefined`.
   */
  compareBelow?(
    type: ComparisonType,
    limit: bigint,
    flip: bigint,
    source: Int32Array,
    from: number,
    count: number,
    bits: Uint8Array,
  ): Int32Array | undefined;
}

/** The types that {@link CompareKernels.compareBelow} compares. */
export type ComparisonType = 'int32' | 'int64' | 'float' | 'double';

/**
 * Kernels that move values or look them up in a dictionary.
 *
 * See `kernels.ts` for the rules.
 */

/** Kernels that move values or look them up in a dictionary. */
export interface ValueKernels {
  /**
   * Decodes BYTE_STREAM_SPLIT: byte `k` of value `i` is `source[position + k * stride + i]`, for `k` below `width`;
   * values go to `target[at ...]`, `width` bytes each.
   */
  joinStreams(
    source: Uint8Array,
    position: number,
    stride: number,
    width: number,
    target: Uint8Array,
    at: number,
    count: number,
  ): void;

  /** The inverse of {@link joinStreams}: values at `source[at ...]` go to the streams that start at `target[position]`. */
  splitStreams(
    source: Uint8Array,
    at: number,
    width: number,
    target: Uint8Array,
    position: number,
    stride: number,
    count: number,
  ): void;

  /**
   * Gathers elements of one 32-bit word: `target[at + i] = source[indices[from + i]]`. Every index is within `source`.
   */
  gather32(source: Int32Array, indices: Int32Array, from: number, count: number, target: Int32Array, at: number): void;

  /** The same as {@link gather32} for elements of two 32-bit words. `from` and `at` count elements, not words. */
  gather64(source: Int32Array, indices: Int32Array, from: number, count: number, target: Int32Array, at: number): void;

  /**
   * Spreads the words `[unit * start, unit * (start + valueCount))` of `words`, `unit` (1 or 2) per value, to one entry per bit
   * of `bits`, from bit 0. There are `slotCount` entries from `start` on, and `valueCount` of them have a 1 bit. An entry with a
   * 0 bit becomes 0; with `repeats` (`unit` 1), it becomes the next value, or the word after the last value. `words` has room for
   * all entries.
   */
  spreadWords?(
    words: Int32Array,
    unit: 1 | 2,
    start: number,
    valueCount: number,
    bits: Uint8Array,
    slotCount: number,
    repeats: boolean,
  ): void;

  /** Returns the largest of `indices[from, from + count)`, read as unsigned; -1 if `count` is 0. */
  largestIndex(indices: Int32Array, from: number, count: number): number;

  /**
   * Gathers byte arrays: entry `k` is `source[offsets[k], offsets[k + 1])`. Copies entries `indices[from + i]` one after the
   * other to `target`, from `ends[at]` on, and writes the end of each to `ends[at + 1 + i]`. `target` has room for all. Returns
   * how many of `count` it copied; the caller copies the rest.
   */
  gatherBytes?(
    offsets: Int32Array,
    source: Uint8Array,
    indices: Int32Array,
    from: number,
    count: number,
    ends: Int32Array,
    at: number,
    target: Uint8Array,
  ): number;

  /**
   * Copies PLAIN byte arrays, each stored after its 4-byte length, from `source[position]` on, to consecutive places in `target`
   * that `ends` gives: value `i` is `target[ends[at + i], ends[at + 1 + i])`. `target` has room for all. Returns how many of
   * `count` it copied; the caller copies the rest.
   */
  copyByteArrays?(
    source: Uint8Array,
    position: number,
    count: number,
    ends: Int32Array,
    at: number,
    target: Uint8Array,
  ): number;

  /**
   * Builds `count` front-coded values, one after the other, in `target`: value `i` is `target[ends[from + i], ends[from + 1 +
   * i])`, its first `prefixes[i]` bytes are those of the previous value (of `previous`, for the first), the others are the next
   * bytes of `source`, from `position` on. `target` has room for all values plus 16 bytes. Returns how many of `count` it built;
   * the caller builds the rest.
   */
  joinFronts?(
    source: Uint8Array,
    position: number,
    previous: Uint8Array,
    prefixes: Int32Array,
    ends: Int32Array,
    from: number,
    count: number,
    target: Uint8Array,
  ): number;
}

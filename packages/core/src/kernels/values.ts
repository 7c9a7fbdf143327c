/**
 * Kernels that move values or look them up in a dictionary.
 *
 * See `kernels.ts` for the rules that apply to all kernels.
 */

/** Kernels that move values or look them up in a dictionary. */
export interface ValueKernels {
  /**
   * Decodes BYTE_STREAM_SPLIT. Byte `k` of value `i` is `source[position + k * stride + i]`, for `k` below `width`. The
   * values are written to `target[at ...]`, `width` bytes each.
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

  /**
   * Encodes BYTE_STREAM_SPLIT; the inverse of {@link joinStreams}. Reads values at `source[at ...]`, and writes the
   * streams, which start at `target[position]`.
   */
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
   * Copies 32-bit elements by index ("gathers"): `target[at + i] = source[indices[from + i]]`. The caller has checked
   * that every index is within `source`.
   */
  gather32(source: Int32Array, indices: Int32Array, from: number, count: number, target: Int32Array, at: number): void;

  /** Does the same as {@link gather32} for elements of two 32-bit words. `from` and `at` count elements, not words. */
  gather64(source: Int32Array, indices: Int32Array, from: number, count: number, target: Int32Array, at: number): void;

  /**
   * Moves values apart in place ("spreads") to insert an entry for each null. The values are the words `[unit * start,
   * unit * (start + valueCount))` of `words`, with `unit` (1 or 2) words each. Afterwards, there are `slotCount`
   * entries from entry `start` on, one per bit of `bits` (from bit 0), and `valueCount` of the bits are 1. An entry
   * whose bit is 0 becomes 0 or, if `repeats` is true, a copy of the next value (after the last value: the word after
   * it). If `repeats` is true, `unit` must be 1. `words` must have room for all entries.
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

  /** Returns the largest of `indices[from, from + count)`, read as unsigned integers, or -1 if `count` is 0. */
  largestIndex(indices: Int32Array, from: number, count: number): number;

  /**
   * Copies byte arrays by index ("gathers"). Entry `k` of the dictionary is `source[offsets[k], offsets[k + 1])`.
   * Copies the entries `indices[from + i]` one after another to `target`, starting at `ends[at]`, and writes the end of
   * each copy to `ends[at + 1 + i]`. `target` must have room for all. Returns how many of the `count` entries it
   * copied; the caller copies the rest.
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
   * Copies PLAIN byte arrays, each of which follows its 4-byte length, starting at `source[position]`. The caller has
   * already computed where each value goes: value `i` becomes `target[ends[at + i], ends[at + 1 + i])`. `target` must
   * have room for all. Returns how many of the `count` values it copied; the caller copies the rest.
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
   * Decodes `count` front-coded values (DELTA_BYTE_ARRAY) to `target`, one after another. Value `i` becomes
   * `target[ends[from + i], ends[from + 1 + i])`. Its first `prefixes[i]` bytes are those of the previous value (for
   * the first value, those of `previous`). Its other bytes are the next bytes of `source`, starting at `position`.
   * `target` must have room for all values plus 16 bytes. Returns how many of the `count` values it decoded; the caller
   * decodes the rest.
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

/**
 * The hot loops, as a value that is passed in: JavaScript (`@marquetry/bit-io`) or an accelerator.
 *
 * Kernels trust their arguments: every position, count and width is checked where it enters, above them. They read
 * exactly the bytes that they are said to read, and write nothing beyond `count`.
 *
 * Those that are called for stretch after stretch of one array take a `view` of it last: the same bytes as a DataView,
 * where the caller keeps one. Making one takes as long as unpacking a miniblock.
 */

export interface Kernels {
  /** The version of this interface; rises only on a break. Additions are optional members. */
  readonly contract: 1;
  readonly name: string;

  /**
   * Zero-filled memory for decoded values, 8-byte aligned. May lie in WebAssembly memory.
   * @throws ParquetError LIMIT where there is none.
   */
  allocate(byteLength: number): Uint8Array<ArrayBufferLike>;

  /**
   * Unpacks `count` integers of `width` bits (0 to 32, least significant bit first) that start at bit 0 of
   * `source[position]`, into `target[from ...]`. Reads `ceil(count * width / 8)` bytes.
   */
  unpack(
    source: Uint8Array,
    position: number,
    width: number,
    target: Int32Array,
    from: number,
    count: number,
    view?: DataView,
  ): void;

  /** The inverse of {@link unpack}: writes `ceil(count * width / 8)` bytes; bits of the last byte beyond the values are 0. */
  pack(source: Int32Array, from: number, count: number, width: number, target: Uint8Array, position: number): void;

  /**
   * A miniblock of DELTA_BINARY_PACKED INT32: `target[from + i]` is the previous value + `minDelta` + the i-th packed
   * delta (`width` 0 to 64), modulo 2^32. Gives back the last value. `previous` when `count` is 0.
   */
  unpackDelta32(
    source: Uint8Array,
    position: number,
    width: number,
    minDelta: number,
    previous: number,
    target: Int32Array,
    from: number,
    count: number,
    view?: DataView,
  ): number;

  /**
   * The same modulo 2^64. `target` and `state` hold 64-bit values as two words, low first; `from` and `count` are in
   * values. `state` is [minDelta low, minDelta high, previous low, previous high]; the last two are updated.
   */
  unpackDelta64(
    source: Uint8Array,
    position: number,
    width: number,
    state: Int32Array,
    target: Int32Array,
    from: number,
    count: number,
    view?: DataView,
  ): void;

  /**
   * BYTE_STREAM_SPLIT: byte `k` of value `i` is `source[position + k * stride + i]`, for `k` below `width`; values go to
   * `target[at ...]`, `width` bytes each.
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

  /** `target[at + i] = source[indices[from + i]]`, elements of one 32-bit word. Every index is within `source`. */
  gather32(source: Int32Array, indices: Int32Array, from: number, count: number, target: Int32Array, at: number): void;

  /** The same for elements of two words: positions count elements, not words. */
  gather64(source: Int32Array, indices: Int32Array, from: number, count: number, target: Int32Array, at: number): void;

  /** The largest of `indices[from, from + count)`, read as unsigned; -1 when there are none. */
  largestIndex(indices: Int32Array, from: number, count: number): number;
}

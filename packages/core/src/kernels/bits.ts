/**
 * Kernels for packed integers and their deltas.
 *
 * See `kernels.ts` for the rules that apply to all kernels.
 */
import type { KernelCursor } from './cursor.js';

/** Kernels for packed integers and their deltas. */
export interface BitKernels {
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

  /**
   * Packs integers of `width` bits; the inverse of {@link unpack}. Writes `ceil(count * width / 8)` bytes. The unused
   * bits of the last byte are 0.
   */
  pack(
    source: Int32Array,
    from: number,
    count: number,
    width: number,
    target: Uint8Array,
    position: number,
    view?: DataView,
  ): void;

  /**
   * Decodes a miniblock of DELTA_BINARY_PACKED INT32: `target[from + i]` is the sum of the previous value, `minDelta`
   * and the i-th packed delta (of `width` 0 to 64 bits), modulo 2^32. Returns the last value, or `previous` if `count`
   * is 0.
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
   * Does the same as {@link unpackDelta32} modulo 2^64. `target` and `state` store 64-bit values as two words, the low
   * word first; `from` and `count` count values. `state` is [minDelta low, minDelta high, previous low, previous high];
   * the kernel updates the last two.
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
   * Decodes whole blocks of DELTA_BINARY_PACKED from `source[cursor.position, end)`. A block has `miniblocks`
   * miniblocks of `miniblockSize` deltas each (a multiple of 32). Writes at most `count` values of `words` 32-bit words
   * to `target[from ...]`; `from` counts values. `state` is as in {@link unpackDelta64}; the kernel updates its last
   * two words, the previous value (only the low word if `words` is 1). Stops before a block that does not fit or is
   * invalid. Returns the number of values written, and moves the cursor to the end of the last decoded block.
   */
  readDeltaBlocks?(
    source: Uint8Array,
    cursor: KernelCursor,
    end: number,
    miniblocks: number,
    miniblockSize: number,
    words: 1 | 2,
    state: Int32Array,
    target: Int32Array,
    from: number,
    count: number,
  ): number;

  /**
   * Encodes the values `source[from, from + count)` as whole blocks of DELTA_BINARY_PACKED to `target[position ...]`. A
   * block has `miniblocks` miniblocks of `miniblockSize` deltas each (a multiple of 32). A value in `source` has
   * `words` 32-bit words; `from` and `count` count values. `from` must be at least 1, because the first delta is
   * relative to the preceding value, and `count` must be a multiple of the number of values per block. `target` must
   * have room for 10 bytes per block, 1 byte per miniblock, and the bytes of the values. Returns the end of the blocks,
   * or `position` if the kernel encoded nothing; the caller then encodes the blocks.
   */
  writeDeltaBlocks?(
    source: Int32Array,
    from: number,
    count: number,
    words: 1 | 2,
    miniblocks: number,
    miniblockSize: number,
    target: Uint8Array,
    position: number,
  ): number;
}

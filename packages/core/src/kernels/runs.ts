/**
 * Kernels for runs of the RLE / bit-packing hybrid.
 *
 * See `kernels.ts` for the rules that apply to all kernels.
 */
import type { KernelCursor } from './cursor.js';

/** Kernels for runs of the RLE / bit-packing hybrid. */
export interface RunKernels {
  /**
   * Reads whole runs of the RLE / bit-packing hybrid, with `width` (1 to 25) bits per value, from
   * `source[cursor.position, end)` to `target[from, from + count)`. Stops before a run that does not fit, is truncated
   * or is invalid; the caller then reads that run itself, and throws if it is invalid. Returns the number of values
   * written, and moves the cursor to the end of the last run that was read.
   */
  readRuns?(
    source: Uint8Array,
    cursor: KernelCursor,
    end: number,
    width: number,
    target: Int32Array,
    from: number,
    count: number,
  ): number;

  /**
   * Like {@link readRuns}, but for levels of `width` (1 to 8) bits, which are written as one byte each. It also stops
   * before a run that contains a level above `maxLevel`.
   */
  readLevels?(
    source: Uint8Array,
    cursor: KernelCursor,
    end: number,
    width: number,
    target: Uint8Array,
    from: number,
    count: number,
    maxLevel: number,
  ): number;
}

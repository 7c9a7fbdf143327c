/**
 * Runs of the RLE / bit-packing hybrid.
 *
 * Kernels: see `kernels.ts` for what they may trust.
 */
import type { KernelCursor } from './cursor.js';

/** Runs of the RLE / bit-packing hybrid. */
export interface RunKernels {
  /**
   * Reads whole runs of the RLE / bit-packing hybrid, `width` (1 to 25) bits per value, from `source[cursor.position,
   * end)` to `target[from, from + count)`. Stops before a run that does not fit, is cut short or is invalid. The caller
   * then reads that run and throws the errors. Returns how many values it wrote, and moves the cursor to the end of
   * their runs.
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
   * The same for levels of `width` (1 to 8) bits, one byte per level. Also stops before a run with a level above
   * `maxLevel`.
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

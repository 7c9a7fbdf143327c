/**
 * Runs of the RLE / bit-packing hybrid.
 *
 * Kernels: see `kernels.ts` for what they may trust.
 */
import type { KernelCursor } from './cursor.js';

/** Runs of the RLE / bit-packing hybrid. */
export interface RunKernels {
  /**
   * Reads whole runs of the RLE / bit-packing hybrid, `width` (1 to 25) bits a value, from `source[cursor.position, end)`
   * to `target[from, from + count)`. Stops before a run that does not fit, that is cut short, or that anything is wrong
   * with: the caller reads it, and throws its errors. Returns how many values it wrote; moves the cursor behind their runs.
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

  /** The same for levels of `width` (1 to 8) bits, to a byte each. A level above `maxLevel` stops it too. */
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

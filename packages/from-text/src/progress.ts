/**
 * Reports the progress of a read.
 */
import type { TextFile } from './input/text-input.js';

/** How much of the input has been read so far. */
export interface ReadProgress {
  readonly bytes: number;
  /** Total size of the files in bytes; absent if one of them has no `byteLength`. */
  readonly totalBytes?: number;
  /** Number of rows read, not counting bad rows. */
  readonly rows: number;
}

/** Returns the total size of the files in bytes; undefined if the size of a file is unknown. */
export function totalBytesOf(files: readonly TextFile[]): number | undefined {
  let total = 0;
  for (const { byteLength } of files) {
    if (byteLength === undefined) return undefined;
    total += byteLength;
  }
  return total;
}

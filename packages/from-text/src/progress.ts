/**
 * Reports the progress of a read.
 */
import type { TextFile } from './input/text-input.js';

/** The part of the files that has been read so far. */
export interface ReadProgress {
  readonly bytes: number;
  /** Total bytes of the files; absent if one of them has no `byteLength`. */
  readonly totalBytes?: number;
  /** Number of rows added to the table. */
  readonly rows: number;
}

/** Returns the total bytes of the files; undefined if a file does not state its size. */
export function totalBytesOf(files: readonly TextFile[]): number | undefined {
  let total = 0;
  for (const { byteLength } of files) {
    if (byteLength === undefined) return undefined;
    total += byteLength;
  }
  return total;
}

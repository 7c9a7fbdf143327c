/**
 * How far the reading is.
 */
import type { TextFile } from './input/text-input.js';

/** How much of all files has been read. */
export interface ReadProgress {
  readonly bytes: number;
  /** Bytes of all files; absent if one of them has no `byteLength`. */
  readonly totalBytes?: number;
  /** Rows that became rows of the table. */
  readonly rows: number;
}

/** Bytes of all files; undefined if one does not say. */
export function totalBytesOf(files: readonly TextFile[]): number | undefined {
  let total = 0;
  for (const { byteLength } of files) {
    if (byteLength === undefined) return undefined;
    total += byteLength;
  }
  return total;
}

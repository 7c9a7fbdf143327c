/**
 * A range of a file's bytes that stays in memory.
 */

/** A range of bytes of a file. */
export interface StoredBytes {
  /** File offset of the first byte. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Returns a range of the file if all of it is in memory; otherwise undefined. */
export function keptBytes(kept: StoredBytes | undefined, offset: number, length: number): Uint8Array | undefined {
  if (kept === undefined) return undefined;
  const start = offset - kept.offset;
  return start >= 0 && start + length <= kept.bytes.length ? kept.bytes.subarray(start, start + length) : undefined;
}

/** A byte range of a file that is kept in memory. */

/** A byte range of a file, and its bytes. */
export interface StoredBytes {
  /** File offset of the first byte. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Returns the bytes of a range if all of them are in memory; otherwise undefined. */
export function keptBytes(kept: StoredBytes | undefined, offset: number, length: number): Uint8Array | undefined {
  if (kept === undefined) return undefined;
  const start = offset - kept.offset;
  return start >= 0 && start + length <= kept.bytes.length ? kept.bytes.subarray(start, start + length) : undefined;
}

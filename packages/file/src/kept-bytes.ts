/**
 * Bytes of a file that are kept in memory.
 */

/** A range of bytes of a file. */
export interface StoredBytes {
  /** File offset of the first byte. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Returns these bytes of the file if all of them are kept. */
export function keptBytes(kept: StoredBytes | undefined, offset: number, length: number): Uint8Array | undefined {
  if (kept === undefined) return undefined;
  const start = offset - kept.offset;
  return start >= 0 && start + length <= kept.bytes.length ? kept.bytes.subarray(start, start + length) : undefined;
}

/**
 * Where a file's bytes come from: the one thing in Marquetry that does IO.
 */

export interface ByteSource {
  /** Bytes of the whole file. */
  readonly byteLength: number;
  /**
   * Exactly `length` bytes from `offset` on. The caller asks only for what lies within the file, and does not write to
   * what it gets. Rejects with the error of the IO, or the signal's reason.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** Releases what the source holds open. */
  close?(): Promise<void>;
}

/** True for anything with the shape of a {@link ByteSource}. */
export function isByteSource(value: unknown): value is ByteSource {
  if (typeof value !== 'object' || value === null) return false;
  const { byteLength, read } = value as Partial<ByteSource>;
  return typeof byteLength === 'number' && typeof read === 'function';
}

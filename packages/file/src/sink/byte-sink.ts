/**
 * The interface of a byte sink, to which the bytes of a new file are written.
 */

export interface ByteSink {
  /**
   * Appends the bytes to the file. The caller does not change the bytes afterwards, so a sink may keep them. Calls do
   * not overlap. Rejects with the I/O error or the reason of the signal.
   */
  write(bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /**
   * Completes the file; called after the last write. If `close` rejects, it must not leave a file that looks complete.
   */
  close(): Promise<void>;
  /**
   * Discards the file, and must not leave a file that looks complete. Does nothing after a successful {@link close}. A
   * writer calls `abort` at most once, and not during a {@link write} or `close`, unless that call has not settled 25
   * ms after its signal aborted.
   */
  abort(reason?: unknown): Promise<void>;
}

/** True for any object with the methods of a {@link ByteSink}. */
export function isByteSink(value: unknown): value is ByteSink {
  if (typeof value !== 'object' || value === null) return false;
  const { write, close, abort } = value as Partial<ByteSink>;
  return typeof write === 'function' && typeof close === 'function' && typeof abort === 'function';
}

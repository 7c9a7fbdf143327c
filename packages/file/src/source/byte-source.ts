/**
 * The interface of a byte source, from which the bytes of a file are read. In Marquetry, only sources and sinks do I/O.
 */

import { bytesOf, ParquetError } from '@marquetry/core';
import { untilAborted } from '../until-aborted.js';
import type { SourceNote } from './source-note.js';

/** Reads byte ranges of a file. Implement this interface for your own storage. Reads may run concurrently. */
export interface ByteSource {
  /** Size of the whole file in bytes. */
  readonly byteLength: number;
  /**
   * Resolves with exactly `length` bytes, starting at `offset`. The caller requests only ranges within the file, and
   * does not write to the result. Rejects with the I/O error or the reason of the signal.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * Like `read`, but returns the bytes directly instead of a promise, for sources such as memory. Returns undefined if
   * the bytes are not available immediately; the caller then uses `read`. Throws the error that `read` would reject
   * with. Optional.
   */
  readNow?(offset: number, length: number): Uint8Array | undefined;
  /**
   * True if `read` returns views of memory that the source already uses, so that reading does not take additional
   * memory. Default: false.
   */
  readonly sharesMemory?: boolean;
  /**
   * Number of bytes that the source can transfer in the time that an additional request takes. Ranges with a smaller
   * gap between them are read in one request. Default: 16 KiB.
   */
  readonly gap?: number;
  /**
   * True if the ranges to read were announced to the source in advance. Only these ranges are then read from it.
   * Default: false.
   */
  readonly isPlanned?: boolean;
  /**
   * Identifies the version of the file, and changes when the file changes: an ETag, or the size and modification time
   * of a file on disk. Undefined if the source does not know the version.
   */
  readonly version?: string | undefined;
  /** A description of the source for users: its origin, and how it is read. */
  readonly about?: SourceNote;
  /** Closes the files or connections of the source. */
  close?(): Promise<void>;
}

/**
 * Reads a range from any source.
 * @throws ParquetError INVALID_ARGUMENT if the source returns more or fewer bytes. Throws the signal's reason as soon
 * as it aborts, even if the source ignores the signal.
 */
export async function readExactly(
  source: ByteSource,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  return requireLength(await untilAborted(source.read(offset, length, signal), signal), offset, length);
}

/**
 * Returns `given`, the bytes that a source has returned for a range, after checking their number.
 * @throws ParquetError INVALID_ARGUMENT if there are more or fewer bytes than requested.
 */
export function requireLength(given: Uint8Array, offset: number, length: number): Uint8Array {
  // Convert a Node Buffer to a plain Uint8Array: the `slice` of a Buffer does not copy.
  const bytes = bytesOf(given);
  if (bytes.length === length) return bytes;
  throw new ParquetError(
    'INVALID_ARGUMENT',
    `the source returned ${bytes.length} instead of ${length} bytes at ${offset}`,
  );
}

/** True for any object with the required members of a {@link ByteSource}. */
export function isByteSource(value: unknown): value is ByteSource {
  if (typeof value !== 'object' || value === null) return false;
  const { byteLength, read } = value as Partial<ByteSource>;
  return typeof byteLength === 'number' && typeof read === 'function';
}

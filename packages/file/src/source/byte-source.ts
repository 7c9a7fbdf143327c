/**
 * Where a file's bytes come from: the one thing in Marquetry that does IO.
 */

import { bytesOf, ParquetError } from '@marquetry/core';
import { untilAborted } from '../until-aborted.js';
import type { SourceNote } from './source-note.js';

/** Bytes of a file, read by range: what to implement for storage of one's own. Reads may run side by side. */
export interface ByteSource {
  /** Bytes of the whole file. */
  readonly byteLength: number;
  /**
   * Exactly `length` bytes from `offset` on. The caller asks only for what lies within the file, and does not write to
   * what it gets. Rejects with the error of the IO, or the signal's reason.
   */
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
  /**
   * The same bytes at once, for sources that need not wait, such as bytes in memory: reading them then takes no promises.
   * Undefined where the bytes are not there: `read` is then called. Throws what `read` would reject with. Default: absent.
   */
  readNow?(offset: number, length: number): Uint8Array | undefined;
  /**
   * True if `read` returns views of memory that is held anyway, as that of bytes does: what is read then costs no memory.
   * Default false.
   */
  readonly sharesMemory?: boolean;
  /** Bytes that cost as much as another request: ranges that are nearer are read together. Default 16 KiB. */
  readonly gap?: number;
  /** True where what will be read was announced: readers then ask for nothing else. Default false. */
  readonly isPlanned?: boolean;
  /** A description of the source and of how it is read, for people. Optional. */
  readonly about?: SourceNote;
  /** Releases what the source holds open. */
  close?(): Promise<void>;
}

/**
 * Reads a range of any source.
 * @throws ParquetError INVALID_ARGUMENT when the source gives another number of bytes. The reason of the signal as soon as
 *   it aborts, even if the source ignores it.
 */
export async function readExactly(
  source: ByteSource,
  offset: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  return requireLength(await untilAborted(source.read(offset, length, signal), signal), offset, length);
}

/** What a source gave for a range. @throws ParquetError INVALID_ARGUMENT for another number of bytes. */
export function requireLength(given: Uint8Array, offset: number, length: number): Uint8Array {
  // A Node Buffer is a Uint8Array whose `slice` does not copy.
  const bytes = bytesOf(given);
  if (bytes.length === length) return bytes;
  throw new ParquetError('INVALID_ARGUMENT', `the source gave ${bytes.length} of ${length} bytes from ${offset}`);
}

/** True for anything with the shape of a {@link ByteSource}. */
export function isByteSource(value: unknown): value is ByteSource {
  if (typeof value !== 'object' || value === null) return false;
  const { byteLength, read } = value as Partial<ByteSource>;
  return typeof byteLength === 'number' && typeof read === 'function';
}

/**
 * A source that reads a file that the caller has opened (Node), through a FileHandle or an object with the same
 * methods.
 */
import { ParquetError } from '@marquetry/core';
import { untilAborted } from '../until-aborted.js';
import type { ByteSource } from './byte-source.js';
import type { FileHandleLike } from './source-input.js';

/** True for any object with the methods of a {@link FileHandleLike}. */
export function isFileHandle(value: unknown): value is FileHandleLike {
  if (typeof value !== 'object' || value === null) return false;
  const { stat, read } = value as Partial<FileHandleLike>;
  return typeof stat === 'function' && typeof read === 'function';
}

/**
 * Returns a source for an open file. The caller must close the handle after the last read.
 * @throws ParquetError INVALID_ARGUMENT if the handle does not refer to a regular file. Throws errors from the handle
 * and the reason of the signal unchanged. Reads reject with CORRUPT if the file has changed since
 * the source was created.
 */
export async function handleSource(handle: FileHandleLike, signal?: AbortSignal): Promise<ByteSource> {
  const first = await untilAborted(handle.stat(), signal);
  if (!first.isFile()) {
    throw new ParquetError(
      'INVALID_ARGUMENT',
      'a file handle must refer to a regular file; pass a stream or bytes instead',
    );
  }
  const read = async (offset: number, length: number, abort: AbortSignal | undefined): Promise<Uint8Array> => {
    const bytes = new Uint8Array(length);
    const filled = await fill(handle, bytes, offset, abort);
    const now = await handle.stat();
    if (filled === length && now.size === first.size && now.mtimeMs === first.mtimeMs) return bytes;
    throw new ParquetError('CORRUPT', 'the file behind the handle changed while it was being read; open it again');
  };
  return {
    byteLength: first.size,
    about: { what: 'file handle', access: 'ranges' },
    read: async (offset, length, abort) => {
      abort?.throwIfAborted();
      return untilAborted(read(offset, length, abort), abort);
    },
  };
}

/**
 * Reads until `bytes` is full or the file ends, because one system call may read fewer bytes. Returns the number of
 * bytes read.
 */
export async function fill(
  handle: Pick<FileHandleLike, 'read'>,
  bytes: Uint8Array,
  offset: number,
  signal?: AbortSignal,
): Promise<number> {
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, offset + filled);
    signal?.throwIfAborted();
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

/**
 * A source over a file on disk (Node).
 */
import { type FileHandle, open } from 'node:fs/promises';
import { ParquetError } from '@marquetry/core';
import type { ByteSource } from './byte-source.js';

/**
 * Opens a file. Close the source when done.
 * @throws What the file system throws, unchanged. Reads reject with CORRUPT when the file has changed since.
 */
export async function diskSource(path: string | URL): Promise<ByteSource> {
  const handle = await open(path, 'r');
  const opened = await handle.stat();
  const changed = (): ParquetError =>
    new ParquetError('CORRUPT', `the file changed while it was being read; open it again: ${path}`);
  return {
    byteLength: opened.size,
    read: async (offset, length, signal) => {
      signal?.throwIfAborted();
      const bytes = new Uint8Array(length);
      const filled = await fill(handle, bytes, offset, signal);
      const { size, mtimeMs } = await handle.stat();
      if (filled < length || size !== opened.size || mtimeMs !== opened.mtimeMs) throw changed();
      return bytes;
    },
    close: () => handle.close(),
  };
}

/** Reads until `bytes` is full or the file ends; one system call may give less than asked for. */
async function fill(handle: FileHandle, bytes: Uint8Array, offset: number, signal?: AbortSignal): Promise<number> {
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, offset + filled);
    signal?.throwIfAborted();
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

/**
 * A source over a file on disk (Node).
 */
import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ParquetError } from '@marquetry/core';
import type { ByteSource } from './byte-source.js';

/**
 * Looks at a file. It is open only while it is read: nothing has to be closed.
 * @throws What the file system throws, unchanged. Reads reject with CORRUPT when the file has changed since.
 */
export async function diskSource(path: string | URL): Promise<ByteSource> {
  const withFile = createShared(path);
  const first = await withFile((handle) => handle.stat());
  return {
    byteLength: first.size,
    read: async (offset, length, signal) => {
      signal?.throwIfAborted();
      return withFile(async (handle) => {
        const bytes = new Uint8Array(length);
        const filled = await fill(handle, bytes, offset, signal);
        if (filled === length && isSame(first, await handle.stat())) return bytes;
        throw new ParquetError('CORRUPT', `the file changed while it was being read; open it again: ${path}`);
      });
    },
  };
}

/** Reads side by side share one handle, so that a file of many columns does not use up the process's. */
function createShared(path: string | URL): <T>(use: (handle: FileHandle) => Promise<T>) => Promise<T> {
  let opened: Promise<FileHandle> | undefined;
  let users = 0;
  return async (use) => {
    users++;
    opened ??= open(path, 'r');
    const mine = opened;
    try {
      return await use(await mine);
    } finally {
      users--;
      if (users === 0) {
        opened = undefined;
        // Where opening failed there is nothing to close, and the error is on its way.
        await mine.then((handle) => handle.close()).catch(() => undefined);
      }
    }
  };
}

function isSame(first: Stats, now: Stats): boolean {
  return now.size === first.size && now.mtimeMs === first.mtimeMs && now.ino === first.ino;
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

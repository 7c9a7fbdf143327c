/**
 * A source over a file on disk (Node).
 */
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { ParquetError } from '@marquetry/core';
import { diskPath, unlikeFile } from '../disk-path.node.js';
import { unfilledMemory } from '../unfilled-memory.js';
import { untilAborted } from '../until-aborted.js';
import type { ByteSource } from './byte-source.js';
import { fill } from './handle.node.js';

type FileSystem = typeof import('node:fs/promises');

/**
 * Looks at a file. It is open only while it is read: nothing has to be closed.
 * @throws ParquetError INVALID_ARGUMENT for a path with a NUL character, a directory, a named pipe, a socket or a device.
 *   What the file system throws, unchanged; the reason of the signal. Reads reject with CORRUPT when the file has changed
 *   since, and with the reason of their signal as soon as it aborts: a system call in progress then ends unseen.
 */
export async function diskSource(path: string | URL, signal?: AbortSignal): Promise<ByteSource> {
  signal?.throwIfAborted();
  const name = diskPath(path);
  // Not imported above: loading it takes milliseconds, which programs that read no files on disk need not spend.
  const fs = await import('node:fs/promises');
  // Opening a named pipe waits for its writer, on a thread that all IO shares.
  const found = unlikeFile(await untilAborted(fs.stat(name), signal));
  if (found !== undefined) {
    const cure = 'read it to its end and give the bytes, or copy it to a file';
    throw new ParquetError('INVALID_ARGUMENT', `a path must name a regular file, ${name} is ${found}; ${cure}`);
  }
  const withFile = createShared(name, fs);
  const first = await untilAborted(
    withFile((handle) => handle.stat()),
    signal,
  );
  const read = async (handle: FileHandle, offset: number, length: number, abort?: AbortSignal): Promise<Uint8Array> => {
    const bytes = unfilledMemory(length);
    const changed = async (): Promise<boolean> => !isSame(first, await handle.stat());
    try {
      if ((await fill(handle, bytes, offset, abort)) === length && !(await changed())) return bytes;
    } catch (error) {
      // A pipe that has taken the file's place cannot be read at an offset.
      if (!(await changed())) throw error;
    }
    throw new ParquetError('CORRUPT', `the file changed while it was being read; open it again: ${name}`);
  };
  return {
    byteLength: first.size,
    givesMemory: true,
    about: { what: name, access: 'ranges' },
    read: async (offset, length, abort) => {
      abort?.throwIfAborted();
      return untilAborted(
        withFile((handle) => read(handle, offset, length, abort)),
        abort,
      );
    },
  };
}

/** Does not wait for the writer of a named pipe. Windows has no such flag, and no such pipes. */
const readFlags = ({ O_RDONLY, O_NONBLOCK }: FileSystem['constants']): number => O_RDONLY | (O_NONBLOCK ?? 0);

/** Reads side by side share one handle, so that a file of many columns does not use up the process's. */
function createShared(
  path: string,
  { open, constants }: FileSystem,
): <T>(use: (handle: FileHandle) => Promise<T>) => Promise<T> {
  let opened: Promise<FileHandle> | undefined;
  let users = 0;
  return async (use) => {
    users++;
    opened ??= open(path, readFlags(constants));
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

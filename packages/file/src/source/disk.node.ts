/** A source that reads a file on disk (Node). */
import type { Stats } from 'node:fs';
import { ParquetError, yieldToEventLoop } from '@marquetry/core';
import { diskPath, unlikeFile } from '../disk-path.node.js';
import { untilAborted } from '../until-aborted.js';
import type { ByteSource } from './byte-source.js';
import { fill } from './handle.node.js';
import { type FillFrom, filledBy, ownedSource } from './read-memory.js';
import type { FileHandleLike } from './source-input.js';
import { giveMemory, takeMemory } from './spare-memory.js';

type FileSystem = typeof import('node:fs');

/**
 * Returns a source for a file, after checking the file. The file is open only during reads and until the next turn of
 * the event loop, so the source does not have to be closed.
 * @throws ParquetError INVALID_ARGUMENT for a path with a NUL character, a directory, a named pipe, a socket or a
 * device. Throws file-system errors unchanged, and the reason of the signal if it aborts. Reads reject with CORRUPT if
 * the file has changed since the source was created, and with the reason of their signal as soon as it aborts; the
 * result of a running system call is then ignored.
 */
export async function diskSource(path: string | URL, signal?: AbortSignal): Promise<ByteSource> {
  signal?.throwIfAborted();
  const name = diskPath(path);
  // Import `node:fs` only now, because loading it takes milliseconds, and programs that do not read files on disk do
  // not need it.
  const fs = await import('node:fs');
  // Check before opening the file: opening a named pipe would wait for its writer and block one of the few threads for
  // file I/O.
  const stats = await untilAborted(fs.promises.stat(name), signal);
  const found = unlikeFile(stats);
  if (found !== undefined) {
    const cure = 'pass a stream, or copy the bytes to a file';
    throw new ParquetError('INVALID_ARGUMENT', `a path must name a regular file, but ${name} is ${found}; ${cure}`);
  }
  const byteLength = stats.size;
  const withFile = createShared(name, fs);
  const fillOpen = async (fd: number, bytes: Uint8Array, offset: number, abort?: AbortSignal): Promise<void> => {
    // `fstat` of a file that was just read takes a microsecond. On another thread, it would take a hundred
    // microseconds.
    const isChanged = (): boolean => !isSame(stats, fs.fstatSync(fd));
    const handle: Pick<FileHandleLike, 'read'> = {
      read: (target, at, count, position) =>
        new Promise((resolve, reject) => {
          fs.read(fd, target, at, count, position, (error, bytesRead) => {
            if (error === null) resolve({ bytesRead });
            else reject(error);
          });
        }),
    };
    try {
      if ((await fill(handle, bytes, offset, abort)) === bytes.length && !isChanged()) return;
    } catch (error) {
      // If a pipe has replaced the file, reading at an offset throws an error.
      if (!isChanged()) throw error;
    }
    throw new ParquetError('CORRUPT', `the file changed while it was being read; open it again: ${name}`);
  };
  const fillFrom: FillFrom = async (bytes, offset, abort) => {
    abort?.throwIfAborted();
    await untilAborted(
      withFile((fd) => fillOpen(fd, bytes, offset, abort)),
      abort,
    );
  };
  const source = ownedSource(
    {
      byteLength,
      version: `${byteLength}-${stats.mtimeMs}`,
      about: { what: name, access: 'ranges' },
      read: async (offset, length, abort) => {
        abort?.throwIfAborted();
        const bytes = takeMemory(length);
        await fillFrom(bytes, offset, abort);
        return bytes;
      },
    },
    giveMemory,
  );
  return filledBy(source, fillFrom);
}

/**
 * Flags for opening a file. With O_NONBLOCK, opening a named pipe does not wait for its writer. Windows has neither
 * this flag nor such pipes.
 */
const readFlags = ({ O_RDONLY, O_NONBLOCK }: FileSystem['constants']): number => O_RDONLY | (O_NONBLOCK ?? 0);

/**
 * Shares one file descriptor between concurrent reads, so that reading many columns does not use up the descriptors of
 * the process. Consecutive reads within one turn of the event loop also share the descriptor, because opening a file
 * takes longer than reading a page.
 */
function createShared(
  path: string,
  { open, closeSync, constants }: FileSystem,
): <T>(use: (fd: number) => Promise<T>) => Promise<T> {
  let opened: Promise<number> | undefined;
  let users = 0;
  let isEnding = false;
  const openNow = (): Promise<number> =>
    new Promise((resolve, reject) => {
      open(path, readFlags(constants), (error, fd) => {
        if (error === null) {
          resolve(fd);
          return;
        }
        opened = undefined;
        reject(error);
      });
    });
  const closeUnlessUsed = async (): Promise<void> => {
    isEnding = true;
    await yieldToEventLoop();
    isEnding = false;
    if (users > 0 || opened === undefined) return;
    const unused = opened;
    opened = undefined;
    try {
      // Close synchronously, which takes a microsecond for a file that was only read.
      closeSync(await unused);
    } catch {
      // Ignore errors from closing the file, because all reads have returned their bytes.
    }
  };
  return async (use) => {
    users++;
    try {
      opened ??= openNow();
      return await use(await opened);
    } finally {
      users--;
      if (users === 0 && opened !== undefined && !isEnding) void closeUnlessUsed();
    }
  };
}

function isSame(first: Stats, now: Stats): boolean {
  return now.size === first.size && now.mtimeMs === first.mtimeMs && now.ino === first.ino;
}

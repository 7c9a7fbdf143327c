/**
 * A sink into a file on disk (Node).
 *
 *   .NAME.<process>-<random>.tmp, in the same folder   write ... fsync   -> rename to NAME
 *
 * The target name shows the old file, or none, until the new one is whole: whatever ends the process before.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ParquetError } from '@marquetry/core';
import type { ByteSink } from './byte-sink.js';

/**
 * A sink that makes or replaces the file at `path`. Nothing is touched before the first write.
 * @throws What the file system throws, unchanged. Writes reject with INVALID_ARGUMENT for a path that is there and no
 *   regular file: it cannot be replaced by renaming.
 */
export function diskSink(path: string | URL): ByteSink {
  let file: Promise<TemporaryFile> | undefined;
  let state: 'open' | 'closed' | 'aborted' = 'open';
  /** The last operation, whose end the next one waits for. */
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(use: () => Promise<T>): Promise<T> => {
    const turn = last.then(use);
    last = turn.catch(() => undefined);
    return turn;
  };
  const openOnce = (): Promise<TemporaryFile> => {
    if (state !== 'open') throw new ParquetError('INVALID_ARGUMENT', `the file is ${state}: ${path}`);
    file ??= createTemporary(path);
    return file;
  };
  const discard = async (): Promise<void> => {
    state = 'aborted';
    // Where it could not be made there is nothing to remove, and that error has been given.
    const made = await file?.catch(() => undefined);
    if (made === undefined) return;
    file = undefined;
    await made.handle.close().catch(() => undefined);
    await unlink(made.name).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  };

  return {
    write: (bytes, signal) =>
      inTurn(async () => {
        signal?.throwIfAborted();
        const { handle } = await openOnce();
        try {
          await writeAll(handle, bytes, signal);
        } catch (error) {
          await discard().catch(() => undefined);
          throw error;
        }
      }),
    close: () =>
      inTurn(async () => {
        const { handle, name, target } = await openOnce();
        try {
          await handle.sync();
          await handle.close();
          await rename(name, target);
        } catch (error) {
          await discard().catch(() => undefined);
          throw error;
        }
        state = 'closed';
        await syncFolder(dirname(target));
      }),
    abort: () => inTurn(async () => (state === 'open' ? discard() : undefined)),
  };
}

interface TemporaryFile {
  readonly handle: FileHandle;
  readonly name: string;
  readonly target: string;
}

async function createTemporary(path: string | URL): Promise<TemporaryFile> {
  const asked = typeof path === 'string' ? path : fileURLToPath(path);
  const found = await stat(asked).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (found !== undefined && !found.isFile()) {
    throw new ParquetError('INVALID_ARGUMENT', `not a regular file, so it cannot be replaced: ${asked}`);
  }
  // A link stays a link: what it points to is replaced.
  const target = found === undefined ? asked : await realpath(asked);
  const name = join(dirname(target), `.${basename(target)}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(name, 'wx', found?.mode ?? 0o666);
  return { handle, name, target };
}

/** One system call may take less than it was given. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
    signal?.throwIfAborted();
  }
}

/** Makes the new name outlive a power failure, where the system can open folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close().catch(() => undefined);
}

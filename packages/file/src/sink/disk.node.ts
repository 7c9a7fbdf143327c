/**
 * A sink into a file on disk (Node).
 *
 *   a temporary file in the same folder   write ... fsync   -> rename to NAME
 *
 * The target name shows the old file, or none, until the new one is whole: whatever ends the process before.
 */
import type { FileHandle } from 'node:fs/promises';
import { ParquetError } from '@marquetry/core';
import { diskPath, namingPath } from '../disk-path.node.js';
import { untilAborted } from '../until-aborted.js';
import type { ByteSink } from './byte-sink.js';
import type { OpenSinkOptions } from './open.js';
import type { TemporaryFile } from './temporary-file.node.js';

/**
 * A sink that makes or replaces the file at `path`, a link's target included, also where that is missing. Nothing is
 * touched before the first write. A file that is replaced keeps its mode; a new one has 0666 without the bits of the umask.
 * @throws ParquetError INVALID_ARGUMENT for a path with a NUL character. Writes reject with INVALID_ARGUMENT for a path of
 *   anything but a regular file, which cannot be replaced by renaming; with what the file system throws, naming `path`;
 *   with the reason of their signal as soon as it aborts. With `ifExists: 'error'`, the first write or closing rejects with
 *   INVALID_ARGUMENT where a file is there.
 */
export function diskSink(path: string | URL, { ifExists = 'replace' }: OpenSinkOptions = {}): ByteSink {
  const target = diskPath(path);
  let file: Promise<TemporaryFile> | undefined;
  let state: 'open' | 'closed' | 'aborted' = 'open';
  /** The last operation, whose end the next one waits for. */
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(use: () => Promise<T>): Promise<T> => {
    const turn = last.then(use);
    last = turn.catch(() => undefined);
    return turn;
  };
  const requireOpen = (): void => {
    if (state !== 'open') throw new ParquetError('INVALID_ARGUMENT', `the file is ${state}: ${target}`);
  };
  const discard = async (): Promise<void> => {
    state = 'aborted';
    // Where it could not be made there is nothing to remove, and that error has been thrown.
    const made = await file?.catch(() => undefined);
    file = undefined;
    await made?.remove();
  };
  /** Runs an operation on the file. One that fails is the last. */
  const withFile = async (use: (made: TemporaryFile) => Promise<void>): Promise<void> => {
    requireOpen();
    try {
      file ??= makeTemporaryFile(target, ifExists === 'replace');
      await use(await file);
    } catch (error) {
      await discard().catch(() => undefined);
      throw namingPath(error, target);
    }
  };

  return {
    write: (bytes, signal) => {
      const writing = inTurn(async () => {
        signal?.throwIfAborted();
        await withFile(({ handle }) => writeAll(handle, bytes, signal));
      });
      return untilAborted(writing, signal);
    },
    close: () =>
      inTurn(() =>
        withFile(async (made) => {
          await made.handle.sync();
          await made.handle.close();
          // The sink may have been aborted meanwhile.
          requireOpen();
          await made.replaceTarget();
          state = 'closed';
        }),
      ),
    abort: () => {
      if (state === 'open') state = 'aborted';
      return inTurn(async () => (state === 'aborted' ? discard() : undefined));
    },
  };
}

/** Loaded by the first write: with it come file handles and cryptography, which take Node longer than the rest of us. */
async function makeTemporaryFile(target: string, replaces: boolean): Promise<TemporaryFile> {
  const { createTemporaryFile } = await import('./temporary-file.node.js');
  return createTemporaryFile(target, replaces);
}

/** One system call may take less than it was given. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
    signal?.throwIfAborted();
  }
}

/**
 * Writes a file on disk (Node).
 *
 *   a temporary file in the same folder   write ... fsync   -> rename to NAME
 *
 * Until the new file is complete, the target is the old file or does not exist, even if the process is killed.
 */
import { ParquetError } from '@marquetry/core';
import { diskPath, namingPath } from '../disk-path.node.js';
import { untilAborted } from '../until-aborted.js';
import { alignedMemory, blockBytes } from './aligned-memory.node.js';
import type { ByteSink } from './byte-sink.js';
import { type OpenSinkOptions, requireSinkOptions } from './open.js';
import { preferMemory, releasingSink, type SinkMemory } from './released-memory.js';
import type { TemporaryFile, TemporaryFileOptions } from './temporary-file.node.js';

/**
 * Returns a sink that creates or replaces the file at `path`. A symbolic link is followed, even if its target is
 * missing. The file system is not changed before the first write. A replaced file keeps its mode; a new file has mode
 * 0666 minus the umask.
 * @throws ParquetError INVALID_ARGUMENT for a path with a NUL character and for invalid options. Writes reject with
 * INVALID_ARGUMENT if `path` exists but is not a regular file, because renaming could not replace it; with file-system
 * errors, which name `path`; and with the reason of their signal as soon as it aborts. With `ifExists: 'error'`, the
 * first write (or closing, if nothing was written) rejects with INVALID_ARGUMENT if the file exists.
 */
export function diskSink(path: string | URL, options: OpenSinkOptions = {}): ByteSink {
  requireSinkOptions(options);
  const { direct = false, ifExists = 'replace' } = options;
  const target = diskPath(path);
  let file: Promise<TemporaryFile> | undefined;
  let state: 'open' | 'closed' | 'aborted' = 'open';
  /** The latest operation on the file. The next operation starts when this promise has settled. */
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(use: () => Promise<T>): Promise<T> => {
    const turn = last.then(use);
    last = turn.catch(() => undefined);
    return turn;
  };
  const requireOpen = (): void => {
    if (state !== 'open')
      throw new ParquetError('INVALID_ARGUMENT', `the sink is ${state}; open a new one for ${target}`);
  };
  const discard = async (): Promise<void> => {
    state = 'aborted';
    // If the file could not be created, there is nothing to remove, and the error has already been thrown.
    const made = await file?.catch(() => undefined);
    file = undefined;
    await made?.remove();
  };
  /** Runs an operation on the file. After an operation has failed, no further operations are run. */
  const withFile = async (use: (made: TemporaryFile) => Promise<void>): Promise<void> => {
    requireOpen();
    try {
      file ??= makeTemporaryFile(target, { direct, replaces: ifExists === 'replace' });
      await use(await file);
    } catch (error) {
      await discard().catch(() => undefined);
      throw namingPath(error, target);
    }
  };

  const sink: ByteSink = {
    write: (bytes, signal) => {
      const writing = inTurn(async () => {
        signal?.throwIfAborted();
        await withFile(({ file }) => file.write(bytes, signal));
      });
      return untilAborted(writing, signal);
    },
    close: () =>
      inTurn(() =>
        withFile(async (made) => {
          await made.file.finish();
          // The sink may have been aborted in the meantime.
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
  return direct ? preferMemory(sink, directMemory) : releasingSink(sink);
}

/** Memory from which blocks are written with direct I/O. */
const directMemory: SinkMemory = { alignment: blockBytes, allocate: alignedMemory };

/**
 * Creates the temporary file. Its module is loaded by the first write, because loading file handles and cryptography
 * takes longer than loading this package.
 */
async function makeTemporaryFile(target: string, options: TemporaryFileOptions): Promise<TemporaryFile> {
  const { createTemporaryFile } = await import('./temporary-file.node.js');
  return createTemporaryFile(target, options);
}

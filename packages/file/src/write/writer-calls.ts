/**
 * Guards the calls of a file writer: they must not overlap, they reject after the first failure, and they never wait
 * forever.
 *
 *   open ── a call fails, or the signal aborts ──> failed      the sink is aborted
 *     ├──── abort() ─────────────────────────────> aborted     the sink is aborted
 *     └──── finish() ────────────────────────────> finished    the sink is closed
 */
import { ParquetError } from '@marquetry/core';
import { untilAborted } from '../until-aborted.js';

export interface WriterCalls {
  /** A signal that aborts as soon as the writer fails or is aborted. The running call must then stop. */
  readonly signal: AbortSignal;
  /**
   * Runs one call. If the call rejects, the writer has failed: the file is discarded and all memory is freed before
   * this promise rejects. Errors during this cleanup are ignored.
   * @throws ParquetError INVALID_ARGUMENT if another call is running, or the writer has ended.
   */
  run<T>(action: () => Promise<T>): Promise<T>;
  /** Like {@link run}, for the last call: when it resolves, the writer is finished. */
  finish<T>(action: () => Promise<T>): Promise<T>;
  /**
   * Ends the writer and the running call. Resolves when the file has been discarded and all memory freed, even if a
   * failed call has already started this cleanup. Rejects if the cleanup fails, unless a call has failed before.
   */
  abort(reason: unknown): Promise<void>;
}

const ended = {
  finished: 'finished',
  aborted: 'been aborted',
  failed: 'failed: the sink was aborted, and the file cannot be finished',
} as const;

/**
 * Maximum number of milliseconds that a call waits for the file to be discarded after its signal has aborted, because a
 * sink may never settle. It is twice `operationMillis` in output.ts.
 */
const discardMillis = 50;

/**
 * Creates the object that guards the calls of a writer.
 * @param outer The caller's signal. The writer listens to it only while a call is running.
 * @param discard Discards the file and frees the memory.
 */
export function createWriterCalls(
  outer: AbortSignal | undefined,
  discard: (reason: unknown) => Promise<void>,
): WriterCalls {
  let state: 'open' | keyof typeof ended = 'open';
  /** Rejects the running call, even if the promise that it waits for never settles. */
  let interrupt: ((error: unknown) => void) | undefined;
  let discarding: Promise<void> = Promise.resolve();
  const ending = new AbortController();
  /** Aborts when a failed call must stop waiting for the file to be discarded. */
  const hurry = new AbortController();

  const end = (how: 'failed' | 'aborted', cause: unknown, reason: unknown): void => {
    state = how;
    ending.abort(cause);
    interrupt?.(cause);
    discarding = (async (): Promise<void> => discard(reason))();
    // Prevent an unhandled rejection. The caller that awaits the promise gets the error.
    discarding.catch(() => undefined);
  };
  const endedError = (how: keyof typeof ended, cause: unknown): ParquetError =>
    new ParquetError('INVALID_ARGUMENT', `the file writer has ${ended[how]}`, {}, { cause });

  const discarded = async (): Promise<void> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hasten = (): void => {
      timer = setTimeout(() => hurry.abort(), discardMillis);
    };
    if (outer?.aborted === true) hasten();
    else outer?.addEventListener('abort', hasten);
    await untilAborted(discarding, hurry.signal).catch(() => undefined);
    outer?.removeEventListener('abort', hasten);
    clearTimeout(timer);
  };

  const call = async <T>(action: () => Promise<T>, isLast: boolean): Promise<T> => {
    if (state !== 'open') throw endedError(state, ending.signal.reason);
    if (interrupt !== undefined) {
      throw new ParquetError('INVALID_ARGUMENT', 'an earlier call to the file writer has not finished: await it first');
    }
    const follow = (): void => {
      ending.abort(outer?.reason);
      interrupt?.(outer?.reason);
    };
    try {
      const result = await new Promise<T>((resolve, reject) => {
        interrupt = reject;
        outer?.throwIfAborted();
        outer?.addEventListener('abort', follow);
        action().then(resolve, reject);
      });
      if (isLast) state = 'finished';
      return result;
    } catch (error) {
      if (state === 'open') {
        end('failed', error, error);
        await discarded();
      }
      throw error;
    } finally {
      interrupt = undefined;
      outer?.removeEventListener('abort', follow);
    }
  };

  return {
    signal: ending.signal,
    run: (action) => call(action, false),
    finish: (action) => call(action, true),
    abort: async (reason) => {
      hurry.abort();
      if (state === 'open') {
        end('aborted', endedError('aborted', reason), reason);
        await discarding;
      } else {
        await discarding.catch(() => undefined);
      }
    },
  };
}

/**
 * Ends a wait when its signal aborts, whether or not the work that is waited for looks at the signal.
 */

/**
 * What `work` resolves or rejects with, or the signal's reason as soon as it aborts. The work itself goes on; what becomes
 * of it after that is ignored.
 */
export function untilAborted<T>(work: T | PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  const done = Promise.resolve(work);
  if (signal === undefined) return done;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    const settled = (): void => signal.removeEventListener('abort', abort);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
    done.then(resolve, reject).then(settled, settled);
  });
}

/** Stops waiting for a promise when a signal aborts, even if the work behind the promise ignores the signal. */

/**
 * The pending promises that one signal can reject. They share a listener, because Node warns of a leak when a signal
 * gets its eleventh listener.
 */
interface Waits {
  readonly rejects: Set<(reason: unknown) => void>;
  readonly listen: () => void;
}

const waitsOf: WeakMap<AbortSignal, Waits> = /* @__PURE__ */ new WeakMap();

/**
 * Settles like `work`, or rejects with the signal's reason as soon as the signal aborts. In the latter case, the work
 * continues, and its result is ignored.
 */
export function untilAborted<T>(work: T | PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  const done = Promise.resolve(work);
  if (signal === undefined) return done;
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else addWait(signal, reject);
    const settled = (): void => removeWait(signal, reject);
    done.then(resolve, reject).then(settled, settled);
  });
}

function addWait(signal: AbortSignal, reject: (reason: unknown) => void): void {
  const known = waitsOf.get(signal);
  if (known !== undefined) {
    known.rejects.add(reject);
    return;
  }
  const rejects = new Set([reject]);
  const listen = (): void => {
    for (const end of rejects) end(signal.reason);
  };
  waitsOf.set(signal, { rejects, listen });
  signal.addEventListener('abort', listen, { once: true });
}

/**
 * Removes a pending promise, and removes the listener when no promise is left. Otherwise, a long-lived signal would
 * keep the memory of finished reads alive.
 */
function removeWait(signal: AbortSignal, reject: (reason: unknown) => void): void {
  const waits = waitsOf.get(signal);
  if (waits === undefined) return;
  waits.rejects.delete(reject);
  if (waits.rejects.size > 0) return;
  waitsOf.delete(signal);
  signal.removeEventListener('abort', waits.listen);
}

/**
 * Ends a wait when its signal aborts, even if the pending work ignores the signal.
 */

/**
 * The waits on one signal. They share a listener, because Node warns of a leak at the eleventh listener of a signal.
 */
interface Waits {
  readonly rejects: Set<(reason: unknown) => void>;
  readonly listen: () => void;
}

const waitsOf: WeakMap<AbortSignal, Waits> = /* @__PURE__ */ new WeakMap();

/**
 * Settles as `work` does, or rejects with the reason of the signal as soon as it aborts. The work itself continues, and
 * its result is ignored.
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

/** The listener is removed with the last wait, so that a signal that outlives its reads keeps no memory of them. */
function removeWait(signal: AbortSignal, reject: (reason: unknown) => void): void {
  const waits = waitsOf.get(signal);
  if (waits === undefined) return;
  waits.rejects.delete(reject);
  if (waits.rejects.size > 0) return;
  waitsOf.delete(signal);
  signal.removeEventListener('abort', waits.listen);
}

/**
 * Breaks in long work, so that Ctrl-C and closed pipes are seen: decoding alone never returns to the event loop.
 */

/** Milliseconds of work between breaks. */
const workMilliseconds = 40;

/** A function to call often: mostly it does nothing. Rejects with the signal's reason. */
export function createPause(signal: AbortSignal): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < workMilliseconds) return;
    await new Promise((resolve) => setImmediate(resolve));
    last = performance.now();
    signal.throwIfAborted();
  };
}

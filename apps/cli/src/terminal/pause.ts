/**
 * Yields to the event loop during long work, so that Ctrl-C and closed pipes are noticed. Decoding itself never yields.
 */
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';

/**
 * Returns a function to call often in long loops. It yields only if enough time has passed, and rejects with the
 * signal's reason once the signal is aborted.
 */
export function createPause(signal: AbortSignal): () => Promise<void> {
  return async () => {
    if (isTurnDue()) await yieldToEventLoop(signal);
  };
}

/**
 * Yields to the event loop during long work, so that Ctrl-C and closed pipes are noticed: decoding alone never does.
 */
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';

/** Returns a function to call often; it rarely has to yield. It rejects with the signal's reason. */
export function createPause(signal: AbortSignal): () => Promise<void> {
  return async () => {
    if (isTurnDue()) await yieldToEventLoop(signal);
  };
}

/**
 * Breaks in long work, so that Ctrl-C and closed pipes are seen: decoding alone never returns to the event loop.
 */
import { isTurnDue, yieldToEventLoop } from '@marquetry/core';

/** A function to call often: mostly it does nothing. Rejects with the signal's reason. */
export function createPause(signal: AbortSignal): () => Promise<void> {
  return async () => {
    if (isTurnDue()) await yieldToEventLoop(signal);
  };
}

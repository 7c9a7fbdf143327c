/** Runs work in steps of a few milliseconds, either synchronously or with turns of the event loop in between. */
import { isTurnDue, yieldToEventLoop } from './event-loop.js';

/** A generator that yields after each step and returns the result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps synchronously, and returns the result. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value as T;
  }
}

/**
 * Runs all steps, and yields to the event loop when a turn is due. Returns a promise only if there is more than one step, so that
 * awaiting short work takes no longer than awaiting a value.
 * @throws The reason of the signal.
 */
export function runStepsInTurns<T>(steps: Steps<T>, signal: AbortSignal | undefined): T | Promise<T> {
  const { done, value } = steps.next();
  return done === true ? (value as T) : runRest(steps, signal);
}

async function runRest<T>(steps: Steps<T>, signal: AbortSignal | undefined): Promise<T> {
  for (;;) {
    while (isTurnDue()) await yieldToEventLoop(signal);
    const { done, value } = steps.next();
    if (done === true) return value as T;
  }
}

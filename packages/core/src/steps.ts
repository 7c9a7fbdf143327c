/**
 * Runs long work that is split into steps of a few milliseconds, either all at once or yielding to the event loop
 * between the steps.
 */
import { isTurnDue, yieldToEventLoop } from './event-loop.js';

/** Work in steps: a generator that yields after each step and returns the result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps without yielding to the event loop, and returns the result. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value as T;
  }
}

/**
 * Runs all steps, and yields to the event loop between them whenever 12 ms have passed. Returns a promise only if there
 * is more than one step, so that short work finishes without waiting.
 * @throws The reason of the signal, if it is aborted.
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

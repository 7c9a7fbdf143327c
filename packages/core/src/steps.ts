/**
 * Work in steps of a few milliseconds: run at once, or with turns of the event loop in between.
 */
import { isTurnDue, yieldToEventLoop } from './event-loop.js';

/** Yields after each step; returns the result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value as T;
  }
}

/**
 * Runs all steps, and yields to the event loop where a turn is due.
 * @throws The reason of the signal.
 */
export async function runStepsInTurns<T>(steps: Steps<T>, signal: AbortSignal | undefined): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value as T;
    while (isTurnDue()) await yieldToEventLoop(signal);
  }
}

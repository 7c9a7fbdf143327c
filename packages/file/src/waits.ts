/**
 * Runs asynchronous work that rarely has to wait, written as generators that yield the promises they wait for.
 *
 * An async function creates promises and microtasks even if it never has to wait. For small pages and chunks, these
 * would take most of the time. So the code that reads pages and chunks consists of generators, with `yield promise`
 * instead of `await promise`, and `yield* work()` instead of `await work()`.
 */

/**
 * Work that yields each promise it must wait for, and continues when the promise is fulfilled. A rejection is thrown at
 * the `yield`.
 */
export type Waiting<T> = Generator<PromiseLike<void>, T, void>;

/** Runs work to completion. Returns the result if the work did not have to wait, otherwise a promise for the result. */
export function runWaiting<T>(work: Waiting<T>): T | Promise<T> {
  const { done, value } = work.next();
  return done === true ? value : afterWait(work, value);
}

async function afterWait<T>(work: Waiting<T>, first: PromiseLike<void>): Promise<T> {
  for (let wait = first; ; ) {
    const { done, value } = await resumed(work, wait);
    if (done === true) return value;
    wait = value;
  }
}

async function resumed<T>(work: Waiting<T>, wait: PromiseLike<void>): Promise<IteratorResult<PromiseLike<void>, T>> {
  try {
    await wait;
  } catch (error) {
    return work.throw(error);
  }
  return work.next();
}

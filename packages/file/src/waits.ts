/**
 * Work that seldom waits, as generators that yield what they wait for.
 *
 * An async function costs promises and microtasks even where everything is there. Pages and chunks can be so small that
 * this would be most of what they cost, so what reads them is written as a generator: `yield promise` instead of `await
 * promise`, `yield* work()` instead of `await work()`. Promises store their results, so that nothing read is lost in
 * between.
 */

/** Yields promises, and continues when they are fulfilled; a rejection is thrown where it was yielded. */
export type Waiting<T> = Generator<PromiseLike<void>, T, void>;

/** Runs work to its end. Returns its result where it did not wait, else a promise. */
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

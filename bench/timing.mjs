// Times one function in one process: a cold first call, warm-up calls, then samples, with a clean heap before each.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the milliseconds that a call takes. */
export async function timeOf(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Returns the milliseconds of processor time that a call takes in all threads: garbage collection and compilation are work, too. */
export async function processorTimeOf(run) {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Returns the mean processor time of calls in a row: at least three, and so many that they take 300 ms, which holds several
 * garbage collections. The median of single calls would count the collections of a build that spreads them over many calls,
 * and leave out those of a build that has the same work in few calls, or after the call.
 */
export async function meanProcessorTimeOf(run) {
  let calls = 0;
  const time = await processorTimeOf(async () => {
    const start = performance.now();
    for (; calls < 3 || performance.now() - start < 300; calls++) await run();
  });
  return time / calls;
}

/** The time of one call after a garbage collection, if Node was started with `--expose-gc`. */
export async function timeClean(run, time = timeOf) {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 10));
  globalThis.gc?.();
  return time(run);
}

/** The clocks that can time a call. */
export const clocks = { wall: timeOf, processor: processorTimeOf };

/**
 * How long a call is warmed up, because engines need many calls to reach their fastest code, and how often it is sampled. Both are less
 * with small tables.
 */
const efforts = {
  full: { warmUp: 400, samples: [5, 9], time: 3000 },
  small: { warmUp: 200, samples: [3, 5], time: 1000 },
};

/** Warms up with 3 calls and at least `atLeast` milliseconds; with fewer calls if they are long. */
export async function warmUp(run, { first, atLeast = 400 } = {}) {
  const time = first ?? (await timeOf(run));
  const calls = time > 3000 ? 0 : time > 700 ? 1 : 3;
  const start = performance.now();
  for (let i = 0; i < calls || (time < 700 && performance.now() - start < atLeast); i++) await run();
}

/** A call that takes more milliseconds than this is measured only once, cold. */
const longest = 15_000;

/**
 * Returns the milliseconds of warm calls of `run`. Their number depends on the time of the first call, so that they take some seconds
 * together.
 */
export async function sample(run, first, { isFull, clock }) {
  if (first > longest) return [first];
  const { warmUp: atLeast, samples, time } = efforts[isFull ? 'full' : 'small'];
  await warmUp(run, { first, atLeast });
  const count = Math.max(samples[0], Math.min(samples[1], Math.round(time / first)));
  const times = [];
  for (let i = 0; i < count; i++) times.push(await timeClean(run, clocks[clock]));
  return times;
}

/** Returns the milliseconds of `count` calls without forced collections, and of a quarter as many with a collection before each. */
export async function sampleOpens(run, count, { clock }) {
  for (let i = 0; i < 40; i++) await run();
  const inARow = [];
  for (let i = 0; i < count; i++) inARow.push(await clocks[clock](run));
  const afterCollection = [];
  for (let i = 0; i < count / 4; i++) afterCollection.push(await timeClean(run, clocks[clock]));
  return { inARow, afterCollection };
}

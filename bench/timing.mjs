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

/** Returns the processor time that a call takes in all threads, in milliseconds. It includes garbage collection and compilation. */
export async function processorTimeOf(run) {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Returns the mean processor time of several calls in a row, in milliseconds: at least three calls, and enough to take
 * 300 ms, during which several garbage collections occur. A median of single calls would be unfair: it includes garbage
 * collections that occur in most calls, but not those that occur in few calls or after a call.
 */
export async function meanProcessorTimeOf(run) {
  let calls = 0;
  const time = await processorTimeOf(async () => {
    const start = performance.now();
    for (; calls < 3 || performance.now() - start < 300; calls++) await run();
  });
  return time / calls;
}

/** Returns the time of one call. The call is made after a garbage collection if Node was started with `--expose-gc`. */
export async function timeClean(run, time = timeOf) {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 10));
  globalThis.gc?.();
  return time(run);
}

/** The functions that can time a call, by the name of their clock. */
export const clocks = { wall: timeOf, processor: processorTimeOf };

/**
 * The duration of the warm-up and the number of samples, which are smaller for small tables. JavaScript engines need
 * many calls before they produce fully optimized code.
 */
const efforts = {
  full: { warmUp: 400, samples: [5, 9], time: 3000 },
  small: { warmUp: 200, samples: [3, 5], time: 1000 },
};

/**
 * Warms up `run` with at least 3 calls, and for at least `atLeast` milliseconds. If the first call takes more than 700
 * ms, makes only one more call; above 3 seconds, makes none.
 */
export async function warmUp(run, { first, atLeast = 400 } = {}) {
  const time = first ?? (await timeOf(run));
  const calls = time > 3000 ? 0 : time > 700 ? 1 : 3;
  const start = performance.now();
  for (let i = 0; i < calls || (time < 700 && performance.now() - start < atLeast); i++) await run();
}

/** If a call takes more than this many milliseconds, it is measured only once, without a warm-up. */
const longest = 15_000;

/**
 * Calls `run` several times after a warm-up, and returns the milliseconds of each call. The number of calls depends on
 * the time of the first call, so that all calls together take a few seconds.
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

/**
 * Returns the milliseconds of `count` calls without forced garbage collections, and of a quarter as many calls with a
 * collection before each.
 */
export async function sampleOpens(run, count, { clock }) {
  for (let i = 0; i < 40; i++) await run();
  const inARow = [];
  for (let i = 0; i < count; i++) inARow.push(await clocks[clock](run));
  const afterCollection = [];
  for (let i = 0; i < count / 4; i++) afterCollection.push(await timeClean(run, clocks[clock]));
  return { inARow, afterCollection };
}

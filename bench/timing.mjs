// How one process times one function: a cold first call, warm-ups, then samples with a clean heap before each.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Milliseconds that a call takes. */
export async function timeOf(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Milliseconds of processor time that a call takes, of all threads: collecting garbage and compiling are work, too. */
export async function processorTimeOf(run) {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The same after garbage is collected, where Node was started with `--expose-gc`. */
export async function timeClean(run, time = timeOf) {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 10));
  globalThis.gc?.();
  return time(run);
}

/** What a call is timed by. */
export const clocks = { wall: timeOf, processor: processorTimeOf };

/**
 * How long a call is warmed up, because engines take many calls to settle on their best code, and how often it is sampled.
 * With small tables it is less of both.
 */
const efforts = {
  full: { warmUp: 400, samples: [5, 9], time: 3000 },
  small: { warmUp: 200, samples: [3, 5], time: 1000 },
};

/** Warms up: 3 calls and `atLeast` milliseconds, less of calls that are long. */
export async function warmUp(run, { first, atLeast = 400 } = {}) {
  const time = first ?? (await timeOf(run));
  const calls = time > 3000 ? 0 : time > 700 ? 1 : 3;
  const start = performance.now();
  for (let i = 0; i < calls || (time < 700 && performance.now() - start < atLeast); i++) await run();
}

/** A call that takes longer than this many milliseconds is measured once, cold. */
const longest = 15_000;

/** Milliseconds of warm calls of `run`, given what its first call took: as many as take some seconds, within bounds. */
export async function sample(run, first, { isFull, clock }) {
  if (first > longest) return [first];
  const { warmUp: atLeast, samples, time } = efforts[isFull ? 'full' : 'small'];
  await warmUp(run, { first, atLeast });
  const count = Math.max(samples[0], Math.min(samples[1], Math.round(time / first)));
  const times = [];
  for (let i = 0; i < count; i++) times.push(await timeClean(run, clocks[clock]));
  return times;
}

/** Milliseconds of `count` calls in a row without a forced collection, and of a quarter as many after one each. */
export async function sampleOpens(run, count, { clock }) {
  for (let i = 0; i < 40; i++) await run();
  const inARow = [];
  for (let i = 0; i < count; i++) inARow.push(await clocks[clock](run));
  const afterCollection = [];
  for (let i = 0; i < count / 4; i++) afterCollection.push(await timeClean(run, clocks[clock]));
  return { inARow, afterCollection };
}

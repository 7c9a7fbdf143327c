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

/** Engines take many calls to settle on their best code: 3 calls, and 400 ms of calls that are short. */
export async function warmUp(run, first) {
  const time = first ?? (await timeOf(run));
  const calls = time > 3000 ? 0 : time > 700 ? 1 : 3;
  const start = performance.now();
  for (let i = 0; i < calls || (time < 700 && performance.now() - start < 400); i++) await run();
}

/** A call that takes longer than this many milliseconds is measured once, cold. */
const longest = 15_000;

/** Milliseconds of warm calls of `run`, given what its first call took: 5 to 9 of them, as many as take about 3 seconds. */
export async function sample(run, first) {
  if (first > longest) return [first];
  await warmUp(run, first);
  const count = Math.max(5, Math.min(9, Math.round(3000 / first)));
  const times = [];
  for (let i = 0; i < count; i++) times.push(await timeClean(run));
  return times;
}

/** Milliseconds of `count` calls in a row without a forced collection, and of a quarter as many after one each. */
export async function sampleOpens(run, count) {
  for (let i = 0; i < 40; i++) await run();
  const inARow = [];
  for (let i = 0; i < count; i++) inARow.push(await timeOf(run));
  const afterCollection = [];
  for (let i = 0; i < count / 4; i++) afterCollection.push(await timeClean(run));
  return { inARow, afterCollection };
}

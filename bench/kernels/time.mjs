// Times functions and a copy of the same bytes alternately, one sample at a time. Only the fastest sample of each
// counts, because a disturbance can only make a sample slower, and slows down arithmetic more than copies.

/** Approximate duration of a sample, in milliseconds. */
const sampleTime = 0.5;
const warmUpTime = 60;

function timeOf(run, calls) {
  const start = performance.now();
  for (let i = 0; i < calls; i++) run();
  return (performance.now() - start) / calls;
}

function callsFor(run) {
  for (let time = 0; time < warmUpTime; ) time += timeOf(run, 1);
  return Math.max(1, Math.round(sampleTime / timeOf(run, 20)));
}

/**
 * Returns, for each function in `runs`, the time of `copy` divided by the time of the function, and the milliseconds
 * that one call takes.
 * @param {() => unknown} copy
 * @param {Record<string, () => unknown>} runs
 * @returns {Record<string, { ratio: number, time: number }>}
 */
export function besideCopy(copy, runs, samples = 100) {
  const all = [copy, ...Object.values(runs)];
  const calls = all.map(callsFor);
  const least = all.map(() => Number.POSITIVE_INFINITY);
  for (let i = 0; i < samples; i++) {
    for (const [k, run] of all.entries()) least[k] = Math.min(least[k], timeOf(run, calls[k]));
  }
  const [copyTime, ...times] = least;
  return Object.fromEntries(Object.keys(runs).map((name, k) => [name, { ratio: copyTime / times[k], time: times[k] }]));
}

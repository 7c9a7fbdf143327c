// Times functions with interleaved samples, so that a slow moment of the machine affects all functions equally.
import { median } from '../timing.mjs';

/** Minimum duration of a sample, in milliseconds. A sample of a fast function consists of many calls. */
const sampleTime = 8;

/** Returns the time that `calls` calls of `run` take, in milliseconds. */
export function sampleOnce(run, calls) {
  const start = performance.now();
  for (let i = 0; i < calls; i++) run();
  return performance.now() - start;
}

/**
 * Milliseconds of warm-up per function, because JavaScript engines need thousands of calls before they produce fully
 * optimized code.
 */
const warmUpTime = 300;

export function warmUp(run) {
  for (let time = 0; time < warmUpTime; ) time += sampleOnce(run, 1);
}

/** Returns how many calls of `run` make one sample long enough to time. */
export function calibrate(run) {
  let calls = 1;
  for (;;) {
    const time = sampleOnce(run, calls);
    if (time >= sampleTime) return Math.max(1, Math.round((calls * sampleTime) / time));
    calls *= time < sampleTime / 8 ? 4 : 2;
  }
}

/**
 * Returns the median seconds per call of each function, after warm-up.
 * @param {Record<string, () => unknown>} runs
 * @returns {Record<string, number>}
 */
export function measure(runs, samples = 15) {
  const names = Object.keys(runs);
  for (const name of names) warmUp(runs[name]);
  const calls = Object.fromEntries(names.map((name) => [name, calibrate(runs[name])]));
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let i = 0; i < samples; i++) {
    for (const name of names) times[name].push(sampleOnce(runs[name], calls[name]) / calls[name] / 1000);
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

/** Returns the median seconds per call of functions that return promises. One call is a sample. */
export async function measureAsync(runs, samples = 9) {
  const names = Object.keys(runs);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let i = -3; i < samples; i++) {
    for (const name of names) {
      const start = performance.now();
      await runs[name]();
      if (i >= 0) times[name].push((performance.now() - start) / 1000);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

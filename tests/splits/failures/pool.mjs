// A pool of worker processes that stands in for an engine. It distributes the splits. If a worker dies, its split
// returns to the queue and the worker is replaced.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
/** The options of Node without those that a test runner adds. */
export const environment = { ...process.env, NODE_OPTIONS: '', VITEST: '' };

/** Executes the splits of a plan with two workers, and returns the results in order of arrival. Rejects when a split has failed four times. */
export async function executeInPool(plan, out, { hook, workers = 2 } = {}) {
  const env = { ...environment, ...(hook && { HOOK: JSON.stringify(hook) }) };
  const waiting = plan.splits.map((split) => ({ split, attempts: 0 }));
  const results = [];
  const lane = async () => {
    let child;
    let lines;
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      if (child === undefined) {
        child = spawn(process.execPath, [pathOf('worker.mjs'), out], { env, stdio: ['pipe', 'pipe', 'inherit'] });
        child.stdin.on('error', () => undefined);
        lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      }
      child.stdin.write(`${JSON.stringify(job.split)}\n`);
      const { done, value } = await lines.next();
      const result = done ? { error: 'the worker died' } : JSON.parse(value);
      if (result.error === undefined) results.push(result);
      else {
        if (done) child = undefined;
        if (++job.attempts === 4) {
          child?.kill();
          throw Object.assign(new Error(result.error), { code: result.code });
        }
        waiting.push(job);
      }
    }
    child?.stdin.end();
  };
  const lanes = await Promise.allSettled(Array.from({ length: workers }, lane));
  for (const { reason } of lanes) if (reason !== undefined) throw reason;
  return results;
}

// Executes splits that need little processor time with 1 to 8 workers, which read from a server with a latency of 50 ms
// and 20 MB/s per connection.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { load } from '../checkout.mjs';
import { file as tableFile } from '../tables/files.mjs';

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Number of splits that each worker executes before it is measured, so that V8 has compiled its code. */
const warmUpSplits = 20;

async function startWorkers(count) {
  const workers = Array.from({ length: count }, () => fork(pathOf('latency-worker.mjs')));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return workers;
}

/** Executes the splits, and returns the elapsed milliseconds and the results. */
async function executeAll(workers, splits, task) {
  const waiting = [...splits];
  const results = [];
  const start = performance.now();
  await Promise.all(
    workers.map(async (worker) => {
      for (let split = waiting.shift(); split !== undefined; split = waiting.shift()) {
        worker.send({ split, task });
        results.push((await once(worker, 'message'))[0]);
      }
    }),
  );
  return { elapsed: performance.now() - start, results };
}

export async function measureLatency({ rounds, only, workers: counts = [1, 2, 4, 8] }) {
  const { planSplits } = await load('splits');
  const { path } = await tableFile({ table: 'lineitem6m', layout: 'dictionary', codec: 'snappy' }, true);
  const server = spawn(process.execPath, [pathOf('slow-server.mjs'), path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = String((await once(server.stdout, 'data'))[0]).trim();
  const plans = {
    statistics: await planSplits(Array(3).fill(url), { columns: ['l_extendedprice'], targetBytes: 600_000 }),
    count: await planSplits(Array(3).fill(url), {
      columns: [],
      where: { l_quantity: { lt: 25 } },
      targetBytes: 90_000,
    }),
  };
  for (const [task, { splits }] of Object.entries(plans)) {
    if (only !== undefined && task !== only) continue;
    const bytes = splits.reduce((sum, { estimate }) => sum + estimate.bytes, 0) / splits.length;
    let alone;
    for (const count of counts) {
      const workers = await startWorkers(count);
      // Before measuring, open the connections and run the code until it is compiled.
      const warmUp = Array.from({ length: warmUpSplits * count }, (_, i) => splits[i % splits.length]);
      await executeAll(workers, warmUp, task);
      let best;
      for (let round = 0; round < rounds; round++) {
        const run = await executeAll(workers, splits, task);
        if (best === undefined || run.elapsed < best.elapsed) best = run;
      }
      for (const worker of workers) worker.disconnect();
      const { elapsed, results } = best;
      alone ??= count * elapsed;
      const cpu = results.reduce((sum, { metrics }) => sum + metrics.cpuMs, 0);
      const equal = results.every(({ metrics }) => metrics.bytesRead > 0);
      if (!equal) throw new Error('a split read nothing');
      console.log(
        `${task}, ${splits.length} splits of ${(bytes / 1000).toFixed(0)} kB, ${count} workers: ${(elapsed / 1000).toFixed(2)} s, ` +
          `${(alone / (count * elapsed)).toFixed(2)} of the ideal, processors busy for ${((100 * cpu) / (count * elapsed)).toFixed(0)} % of the time of the workers`,
      );
    }
  }
  server.kill();
}

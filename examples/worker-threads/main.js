/**
 * Filters and rewrites Parquet files in worker threads: `node main.js SRC... OUT [--where JSON] [--columns a,b] [--workers 2] [--target-bytes N]`.
 *
 *   this thread      plan ── one split at a time ──> worker ── result ──> commit: OUT/data.parquet
 *
 * If a worker fails, another worker executes its split again; each split is tried at most four times. If the command is stopped
 * and run again, it writes the same file.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { commitSplits, executeSplit, planSplits, rewriteTask } from '@marquetry/splits';
import { diskStore } from '@marquetry/splits/disk';

const mostAttempts = 4;

/** Runs in a worker: executes each split that arrives. If a split fails, the error is not caught, so the worker ends. */
function serve() {
  const output = diskStore(workerData.out);
  parentPort.on('message', async ({ split, attempt }) => {
    parentPort.postMessage(await executeSplit(split, rewriteTask({ codec: 'SNAPPY' }), { attempt, output }));
  });
}

const started = (out) => new Worker(new URL(import.meta.url), { workerData: { out } });

/** Executes all splits in the given workers, and returns the results. @param out the output folder. */
async function executeAll(splits, out, workers) {
  const results = [];
  // Start with the largest split, so that no worker starts a large split when all other workers have finished.
  const waiting = splits
    .toSorted((a, b) => b.estimate.bytes - a.estimate.bytes)
    .map((split) => ({ split, attempts: 0 }));
  // The names of attempts never repeat, even if another process executes the same plan at the same time.
  const run = `${process.pid}-${Date.now().toString(36)}`;
  const lane = async (first) => {
    let worker = first;
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      worker ??= started(out);
      try {
        results.push(await executed(worker, { split: job.split, attempt: `${run}-${++job.attempts}` }));
      } catch (error) {
        await worker.terminate();
        worker = undefined;
        if (job.attempts === mostAttempts) throw error;
        console.error(`split ${job.split.plan.index}, attempt ${job.attempts}: ${error.message}`);
        waiting.push(job);
      }
    }
    await worker?.terminate();
  };
  await Promise.all(workers.map(lane));
  return results;
}

/** Sends a split to a worker, and returns the result of the split. Rejects if the worker ends. */
async function executed(worker, job) {
  const listening = new AbortController();
  const { signal } = listening;
  worker.postMessage(job);
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([result]) => result),
      once(worker, 'exit', { signal }).then(([code]) =>
        Promise.reject(new Error(`the worker ended with code ${code}`)),
      ),
    ]);
  } finally {
    listening.abort();
  }
}

async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      where: { type: 'string' },
      columns: { type: 'string' },
      workers: { type: 'string', default: String(availableParallelism()) },
      'target-bytes': { type: 'string' },
    },
  });
  const out = positionals.at(-1);
  if (positionals.length < 2) throw new Error('usage: node main.js SRC... OUT [--where JSON] [--columns a,b]');
  // Workers load their code while this thread plans.
  const workers = Array.from({ length: Number(values.workers) }, () => started(out));
  const plan = await planSplits(positionals.slice(0, -1), {
    ...(values.where && { where: JSON.parse(values.where) }),
    ...(values.columns && { columns: values.columns.split(',') }),
    ...(values['target-bytes'] && { targetBytes: Number(values['target-bytes']) }),
  });
  const results = await executeAll(plan.splits, out, workers);
  const { rows, files } = await commitSplits(results, { plan, target: diskStore(out), mode: 'one-file' });
  console.log(`${plan.splits.length} splits, ${rows} rows: ${files.map(({ key }) => `${out}/${key}`).join(', ')}`);
}

if (isMainThread) await main();
else serve();

/**
 * Filters and rewrites Parquet files with BullMQ: `node main.js SRC... OUT [--where JSON] [--columns a,b] [--workers 2] [--target-bytes N]`.
 *
 *   main.js             plans, adds one job per split, waits, and commits the results to OUT/data.parquet
 *   main.js --work      runs one worker process; start it on any machine that can read the sources and write to OUT, with
 *                       `node --single-threaded-gc`, because V8's helper threads would compete with the other workers
 *
 * Uses the Redis server at REDIS_URL, or starts `redis-server` if REDIS_URL is not set. The job id is the id of the split, so adding the same plan
 * twice adds no further jobs. A worker that dies keeps its job until the lock expires (LOCK_MS); BullMQ then gives the job to another worker.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commitSplits, executeSplit, planSplits, rewriteTask } from '@marquetry/splits';
import { diskStore } from '@marquetry/splits/disk';
import { Queue, Worker } from 'bullmq';

const { REDIS_URL, REDIS_PORT = '6391', LOCK_MS = '30000', QUEUE } = process.env;
const url = REDIS_URL ?? `redis://127.0.0.1:${REDIS_PORT}`;
const connection = { url, maxRetriesPerRequest: null, retryStrategy: () => 200 };
/** Prints the errors of a queue or worker, except refused connections: BullMQ reconnects by itself. */
const reconnecting = (queue) =>
  queue.on('error', (error) => error.code === 'ECONNREFUSED' || console.error(`Redis: ${error.message}`));

/** Runs the jobs of the queue. The process ends when its standard input ends, so it does not outlive the process that started it. */
function work(out) {
  const output = diskStore(out);
  const task = rewriteTask({ codec: 'SNAPPY' });
  // executeSplit yields often enough for the lock to be renewed, but a machine may be busy, so the lock is long.
  const lockDuration = Number(LOCK_MS);
  const options = { connection, lockDuration, stalledInterval: lockDuration / 2, maxStalledCount: 5 };
  const attemptOf = (job) => `${process.pid}-${Date.now().toString(36)}-${job.attemptsStarted}`;
  reconnecting(new Worker(QUEUE, (job) => executeSplit(job.data, task, { attempt: attemptOf(job), output }), options));
  process.stdin.on('end', () => process.exit()).resume();
}

/** Starts a Redis server that logs every write to disk, and returns a function that stops it. Clients retry until the server is ready. */
function startRedis() {
  const dir = mkdtempSync(join(tmpdir(), 'splits-redis-'));
  const redis = spawn('redis-server', ['--port', REDIS_PORT, '--dir', dir, '--appendonly', 'yes'], { stdio: 'ignore' });
  redis.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  return () => redis.kill();
}

async function main(sources, out, { where, columns, workers, 'target-bytes': targetBytes }) {
  const plan = await planSplits(sources, {
    ...(where && { where: JSON.parse(where) }),
    ...(columns && { columns: columns.split(',') }),
    ...(targetBytes && { targetBytes: Number(targetBytes) }),
  });
  const stopRedis = REDIS_URL === undefined ? startRedis() : () => {};
  const name = `splits-${plan.id}-${encodeURIComponent(out)}`;
  const start = () =>
    spawn(process.execPath, ['--single-threaded-gc', fileURLToPath(import.meta.url), '--work', out], {
      env: { ...process.env, QUEUE: name },
      stdio: ['pipe', 'inherit', 'inherit'],
    });
  const children = Array.from({ length: Number(workers) }, start);
  const queue = reconnecting(new Queue(name, { connection }));
  try {
    const opts = { attempts: 4, backoff: 1000 };
    const bySize = plan.splits.toSorted((a, b) => b.estimate.bytes - a.estimate.bytes);
    await queue.addBulk(bySize.map((split) => ({ name: 'split', data: split, opts: { ...opts, jobId: split.id } })));
    for (;;) {
      const { completed, failed } = await queue.getJobCounts('completed', 'failed');
      if (failed > 0) throw new Error((await queue.getFailed())[0].failedReason);
      if (completed === plan.splits.length) break;
      children.forEach((child, i) => {
        if (child.exitCode !== null || child.signalCode !== null) children[i] = start();
      });
      await wait(100);
    }
    const results = (await queue.getCompleted()).map(({ returnvalue }) => returnvalue);
    const { rows, files } = await commitSplits(results, { plan, target: diskStore(out), mode: 'one-file' });
    console.log(`${plan.splits.length} splits, ${rows} rows: ${files.map(({ key }) => `${out}/${key}`).join(', ')}`);
  } finally {
    for (const child of children) child.kill();
    await queue.close();
    stopRedis();
  }
}

const text = { type: 'string' };
const options = {
  where: text,
  columns: text,
  workers: { ...text, default: '2' },
  'target-bytes': text,
  work: { type: 'boolean' },
};
const { positionals, values } = parseArgs({ allowPositionals: true, options });
if (values.work) work(positionals[0]);
else if (positionals.length > 1) await main(positionals.slice(0, -1), positionals.at(-1), values);
else console.error('usage: node main.js SRC... OUT [--where JSON] [--columns a,b] [--workers 2] [--target-bytes N]');

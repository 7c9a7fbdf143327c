// A worker of examples/bullmq with hooks: `node bullmq-worker.mjs QUEUE OUT`. The variables REDIS_URL and LOCK_MS have
// the same meaning as in the example.
import { createRequire } from 'node:module';
import { executeSplit } from '@marquetry/splits';
import { diskStore } from '@marquetry/splits/disk';
import { hooked, hookOfEnvironment } from './hooks.mjs';
import { pathOf } from './pool.mjs';
import { task } from './setup.mjs';

const { Worker } = createRequire(pathOf('../../../examples/bullmq/main.js'))('bullmq');
const [queue, out] = process.argv.slice(2);
const { REDIS_URL: url, LOCK_MS } = process.env;
const connection = { url, maxRetriesPerRequest: null, retryStrategy: () => 200 };
const output = hooked(diskStore(out), hookOfEnvironment());
const lockDuration = Number(LOCK_MS);
const execute = (job) =>
  executeSplit(job.data, task, { attempt: `${process.pid}-${Date.now().toString(36)}-${job.attemptsStarted}`, output });
const worker = new Worker(queue, execute, {
  connection,
  lockDuration,
  stalledInterval: lockDuration / 2,
  maxStalledCount: 5,
});
// A worker that wakes up has lost its lock. BullMQ reports that as an error.
worker.on('error', (error) => console.error(`worker ${process.pid}: ${error.message}`));
process.stdin.on('end', () => process.exit()).resume();

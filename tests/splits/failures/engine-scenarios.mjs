// The failures of engines: a worker of BullMQ that stops for longer than its lock, Redis that stops and starts, and an executor of Spark that is killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { python } from './needs.mjs';
import { environment, pathOf } from './pool.mjs';
import { filesBelow, hashOf, requireCommitted } from './setup.mjs';

const example = (name) => pathOf(`../../../examples/${name}`);
const where = JSON.stringify({ delay: { gt: -400 } });
const targetBytes = '100000';
/** Milliseconds after which BullMQ reassigns the job of a worker that does not answer. */
const lockMillis = 4000;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts Redis with a log of every write. `stop` shuts Redis down or kills it, and `start` starts it again with the
 * same log.
 */
async function startRedis(folder) {
  const dir = join(folder, 'redis');
  mkdirSync(dir);
  const port = await freePort();
  let redis;
  const start = () => {
    redis = spawn('redis-server', ['--port', String(port), '--dir', dir, '--appendonly', 'yes'], { stdio: 'ignore' });
  };
  const stop = async (signal) => {
    redis.kill(signal);
    await once(redis, 'exit');
  };
  start();
  return { url: `redis://127.0.0.1:${port}`, start, stop };
}

/** Starts a program. `ended` resolves with its exit code, signal and output. */
function start(program, args, env) {
  const child = spawn(program, args, { env: { ...environment, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      text += bytes;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ end: signal ?? code, text }));
  return { child, ended };
}

const requireEnd = ({ end, text }) => {
  if (end !== 0) throw new Error(`the example ended with ${end}: ${text}`);
};

/** Waits until `isThere()` returns true, but at most a minute. */
async function until(isThere, what) {
  for (let tries = 0; !isThere(); tries++) {
    if (tries === 12_000) throw new Error(`there was no ${what} within a minute`);
    await wait(5);
  }
}

/** A worker stops in the middle of a write, and wakes up after the others have done its work. */
const workerStopped = async ({ shared, folder, random, stopMillis = 30_000 }) => {
  const out = join(folder, 'out');
  const redis = await startRedis(folder);
  const env = { REDIS_URL: redis.url, LOCK_MS: String(lockMillis) };
  const marker = join(folder, 'stopped');
  const at = ['before', 'while', 'after'][random(3)];
  const hook = JSON.stringify({ at, nth: 1 + random(2), signal: 'SIGSTOP', marker });
  const queue = `splits-${shared.plan.id}-${encodeURIComponent(out)}`;
  const workers = [0, 1].map(() =>
    start(process.execPath, [pathOf('bullmq-worker.mjs'), queue, out], { ...env, HOOK: hook }),
  );
  try {
    const args = [example('bullmq/main.js'), shared.source, out, '--where', where, '--target-bytes', targetBytes];
    const driver = start(process.execPath, [...args, '--workers', '0'], env);
    await until(() => existsSync(marker) && readFileSync(marker, 'utf8') !== '', 'stopped worker');
    const pid = Number(readFileSync(marker, 'utf8'));
    await wait(stopMillis);
    requireEnd(await driver.ended);
    const before = hashOf(join(out, 'data.parquet'));
    process.kill(pid, 'SIGCONT');
    // The worker finishes its write, and finds that it has lost its job.
    await until(() => !filesBelow(out).some((name) => name.endsWith('.tmp')), 'end of the write');
    await wait(500);
    if (hashOf(join(out, 'data.parquet')) !== before) throw new Error('the woken worker changed the output');
  } finally {
    for (const { child } of workers) child.kill('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
    await redis.stop('SIGKILL');
  }
  await requireCommitted(shared, out);
};

const redisRestarted = async ({ shared, folder, random }) => {
  const out = join(folder, 'out');
  const redis = await startRedis(folder);
  try {
    const args = [example('bullmq/main.js'), shared.source, out, '--where', where, '--target-bytes', targetBytes];
    const driver = start(process.execPath, args, { REDIS_URL: redis.url, LOCK_MS: String(lockMillis) });
    const parts = 1 + random(shared.plan.splits.length - 2);
    let isDone = false;
    driver.ended.then(() => {
      isDone = true;
    });
    const written = () => filesBelow(out).filter((name) => name.endsWith('.parquet')).length;
    await until(() => isDone || written() >= parts, 'outputs');
    await redis.stop(random(2) === 0 ? 'SIGTERM' : 'SIGKILL');
    await wait(random(1500));
    if (isDone) throw new Error('the run ended before Redis stopped');
    redis.start();
    requireEnd(await driver.ended);
  } finally {
    await redis.stop('SIGKILL');
  }
  await requireCommitted(shared, out);
};

/** Kills an executor of Spark once the first outputs exist. A Python program keeps one cluster for all runs. */
let spark;
const executorKilled = async ({ shared, folder, random }) => {
  const out = join(folder, 'out');
  spark ??= startSpark();
  const answer = await spark.ask({
    source: shared.source,
    out,
    where: 'delay > -400',
    targetBytes,
    parts: 1 + random(6),
  });
  if (!answer.killed) throw new Error(`no executor was killed: ${JSON.stringify(answer)}`);
  await requireCommitted(shared, out);
};

function startSpark() {
  const MARQUETRY = `${process.execPath} ${pathOf('../../../apps/cli/bin/marquetry.js')}`;
  const { child, ended } = start(python, [pathOf('spark_failures.py'), example('spark')], { MARQUETRY });
  let text = '';
  const answers = [];
  child.stdout.on('data', (bytes) => {
    text += bytes;
    const lines = text.split('\n');
    text = lines.pop();
    for (const line of lines) if (line.startsWith('{')) answers.push(JSON.parse(line));
  });
  return {
    ask: async (request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      let failed;
      ended.then((end) => {
        failed = end;
      });
      while (answers.length === 0) {
        if (failed !== undefined) throw new Error(`Spark ended with ${failed.end}: ${failed.text.slice(-3000)}`);
        await wait(50);
      }
      return answers.shift();
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Stops the engines that were started. */
export async function stopEngines() {
  await spark?.stop();
  spark = undefined;
}

export const engineScenarios = [
  { name: 'Redis is stopped and started', needs: 'bullmq', run: redisRestarted },
  { name: 'a worker is stopped for 30 seconds, and wakes up', needs: 'bullmq', isSlow: true, run: workerStopped },
  { name: 'an executor of Spark is killed', needs: 'spark', isSlow: true, run: executorKilled },
];

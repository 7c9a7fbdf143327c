// Aborts every reading and writing call after 200 ms, on inputs that take seconds, and prints when each call ended:
//
//   node tests/memory/abort.mjs [TEXT] [MS]
// TEXT selects the calls whose name contains it (", numbers": those that read the file `numbers`). A call that ends more than 300 ms after
// its start, or fails, is reported as LATE, and the exit code is 1. `gap` marks calls that blocked the event loop for
// more than 30 ms; decoding one page may take that long. MS is the time after which calls are aborted, instead of 200
// ms. Use it to test work that is done late in a call. Inputs are created before a call is timed. The times are only
// meaningful on an idle machine.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSources } from '@marquetry/test-support/bundle-sources.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const cache = join(here, '../../.cache/memory');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'abort-'));
try {
  const worker = join(folder, 'worker.mjs');
  await bundleSources(join(here, 'abort-worker.ts'), worker);
  const abortMs = Number(process.argv[3] ?? 200);
  const poolWorker = join(folder, 'pool-worker.mjs');
  await bundleSources(join(here, '../../packages/parallel/src/worker.node.ts'), poolWorker);
  const job = { folder, poolWorker, only: process.argv[2] ?? '', abortMs, endMs: abortMs + 100, gapMs: 30 };
  process.exitCode =
    spawnSync(process.execPath, ['--expose-gc', worker, JSON.stringify(job)], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// Aborts every reading and writing call after 200 ms, on inputs that take seconds, and tells when each ended:
//
//   node tests/memory/abort.mjs [TEXT] [MS]
//
// takes the calls whose name contains TEXT (", numbers": those that read the file `numbers`). A call that ends later than
// 300 ms after it began, or fails, is LATE; exit code 1 when there is one. `gap` marks calls in which the event loop did not
// turn for 30 ms: one page may take that long. With MS, calls are aborted after so many milliseconds instead, to look at the
// turns of work that comes late in a call. Inputs are made before a call is timed. Times mean something on a machine that is idle.
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

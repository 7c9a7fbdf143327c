// Aborts every reading and writing call after 200 ms, on inputs that take seconds, and tells when each ended:
//
//   node tests/memory/abort.mjs [TEXT]
//
// takes the calls whose name contains TEXT. A call that ends later than 300 ms after it began, or fails, is LATE; exit code
// 1 when there is one. Times mean something on a machine that is idle.
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
  const job = { folder, only: process.argv[2] ?? '', abortMs: 200, endMs: 300 };
  process.exitCode = spawnSync(process.execPath, [worker, JSON.stringify(job)], { stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

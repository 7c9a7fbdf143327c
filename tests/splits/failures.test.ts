/**
 * Runs each failure of a run of splits once. `node tests/splits/failures.mjs --loops 20` runs them in loops.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFull } from '@marquetry/test-support/full.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineScenarios, stopEngines } from './failures/engine-scenarios.mjs';
import { missingOf } from './failures/needs.mjs';
import { scenarios } from './failures/scenarios.mjs';
import { filesBelow, prepare, randomOf } from './failures/setup.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const isBuilt =
  existsSync(join(root, 'packages/splits/dist/index.js')) && existsSync(join(root, 'apps/cli/dist/main.js'));
const seed = Date.now() % 1_000_000;
let shared: Awaited<ReturnType<typeof prepare>>;
beforeAll(async () => {
  shared = await prepare();
}, 60_000);
afterAll(async () => {
  await stopEngines();
  shared?.remove();
}, 60_000);

describe.skipIf(!isBuilt)(`publishing despite failures, seed ${seed}${isBuilt ? '' : ' (skipped: not built)'}`, () => {
  for (const { name, needs, run } of [...scenarios, ...engineScenarios]) {
    const missing = missingOf(needs);
    const why = missing === undefined ? '' : ` (skipped without ${missing})`;
    test.skipIf(missing !== undefined)(
      `a job that executes splits publishes its output once, or not at all, if ${name}${why}`,
      { timeout: 240_000 },
      async () => {
        const folder = join(shared.folder, name.replaceAll(' ', '-'));
        mkdirSync(folder);
        // In a quick run, the worker stops for the time of two locks instead of 30 seconds.
        await run({ shared, folder, random: randomOf(seed), ...(isFull ? {} : { stopMillis: 8000 }) });
        expect(filesBelow(join(folder, 'out')).filter((path) => path.startsWith('_parts/'))).toEqual([]);
      },
    );
  }
});

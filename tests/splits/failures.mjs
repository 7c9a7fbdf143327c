// `node tests/splits/failures.mjs [--loops 20] [--seed N] [--only TEXT]`, after `npm run build`: runs each failure in a
// loop. Checks that the output is the same, that there is one manifest, and that a sweep leaves no other file. For a
// run that cannot succeed, checks that no output is visible. Failures that wait for Spark or for a lock run half as
// often. Prints the seed of each run: the same seed repeats it. Exits with 1 at the first run that fails.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engineScenarios, stopEngines } from './failures/engine-scenarios.mjs';
import { missingOf } from './failures/needs.mjs';
import { scenarios } from './failures/scenarios.mjs';
import { prepare, randomOf } from './failures/setup.mjs';

const { values } = parseArgs({
  options: {
    loops: { type: 'string', default: '20' },
    seed: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const firstSeed = Number(values.seed ?? Date.now() % 1_000_000);
const loops = Number(values.loops);
const shared = await prepare();
try {
  for (const { name, needs, isSlow, run } of [...scenarios, ...engineScenarios]) {
    if (!name.includes(values.only)) continue;
    const missing = missingOf(needs);
    if (missing !== undefined) {
      console.log(`${name}: skipped without ${missing}`);
      continue;
    }
    const count = isSlow ? Math.ceil(loops / 2) : loops;
    const start = performance.now();
    for (let i = 0; i < count; i++) {
      const seed = firstSeed + i;
      const folder = join(shared.folder, `run-${seed}`);
      mkdirSync(folder);
      try {
        await run({ shared, folder, random: randomOf(seed) });
      } catch (error) {
        console.error(`${name}, --seed ${seed}: ${error.stack}`);
        process.exitCode = 1;
        throw error;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `${name}: held ${count} of ${count} times, seeds ${firstSeed} to ${firstSeed + count - 1}, ${seconds} s`,
    );
  }
} finally {
  await stopEngines();
  shared.remove();
}

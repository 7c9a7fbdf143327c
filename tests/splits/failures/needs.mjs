// Finds the programs that the test of a failure needs, such as Redis, and names those that are missing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from './pool.mjs';

const runs = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** The Python that has pyspark. */
export const python = process.env.MARQUETRY_SPARK ?? 'python3';

function canMount() {
  const folder = join(tmpdir(), `marquetry-mount-${process.pid}`);
  mkdirSync(folder);
  const isMounted = runs('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  if (isMounted) runs('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

const checks = {
  mount: () => (canMount() ? undefined : 'the right to mount a file system'),
  bullmq: () => {
    if (!runs('redis-server', ['--version'])) return 'redis-server';
    const isInstalled = existsSync(pathOf('../../../examples/bullmq/node_modules/bullmq'));
    return isInstalled ? undefined : 'BullMQ, which `npm run example -- bullmq` installs';
  },
  spark: () => (runs(python, ['-c', 'import pyspark']) && runs('java', ['-version']) ? undefined : 'pyspark with Java'),
};

/** Returns the names of the missing programs in `needs`; undefined if all of them are found. */
export const missingOf = (needs) => (needs === undefined ? undefined : checks[needs]());

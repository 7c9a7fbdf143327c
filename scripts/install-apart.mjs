// Installs the dependencies of a folder that is not part of the workspace. The folder has its own lockfile, so that
// installing the workspace does not install its dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the dependencies of `folder` from its lockfile, unless they are already installed. Passes `options` to `pnpm
 * install`. Ends the process if the install fails.
 */
export function installApart(folder, options = []) {
  const stampFile = join(folder, 'node_modules', '.install-stamp');
  const state = createHash('sha256')
    .update(readFileSync(join(folder, 'pnpm-lock.yaml')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === state) return;
  // `--ignore-workspace` makes pnpm use the lockfile of the folder instead of the workspace's. scripts/bootstrap.mjs has put pnpm first on
  // PATH.
  const args = ['install', '--ignore-workspace', '--frozen-lockfile', '--silent', ...options];
  const { status, error } = spawnSync('pnpm', args, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stampFile, state);
}

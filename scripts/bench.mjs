// `npm run bench`: bench/ has a lockfile of its own, so that a first install of the workspace stays small.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const bench = join(root, 'bench');
const stampFile = join(bench, 'node_modules', '.bench-stamp');

function run(command, args, cwd, shell = false) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', shell });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const state = createHash('sha256')
  .update(readFileSync(join(bench, 'pnpm-lock.yaml')))
  .digest('hex');
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== state) {
  // Not a member of the workspace above it: its own lockfile counts. The bootstrap has put pnpm first on PATH.
  run('pnpm', ['install', '--ignore-workspace', '--frozen-lockfile', '--silent'], bench, process.platform === 'win32');
  writeFileSync(stampFile, state);
}
run(process.execPath, ['bench/run.mjs', ...process.argv.slice(2)], root);

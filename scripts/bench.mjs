// `npm run bench`: installs the libraries that Marquetry is compared with, from the lockfile in bench/, and runs the
// benchmarks.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installApart } from './install-apart.mjs';
import { root } from './workspace.mjs';

installApart(join(root, 'bench'));
const args = ['bench/run.mjs', ...process.argv.slice(2)];
const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;

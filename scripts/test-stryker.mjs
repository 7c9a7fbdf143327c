// `npm run test:stryker -- PACKAGE...`: installs StrykerJS, which has a lockfile of its own in tests/stryker/, and runs it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installApart } from './install-apart.mjs';
import { root } from './workspace.mjs';

// Its runner finds the one Vitest of the workspace above it, instead of a second one.
installApart(join(root, 'tests', 'stryker'), ['--config.auto-install-peers=false']);
const args = ['tests/stryker/run.mjs', ...process.argv.slice(2)];
const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;

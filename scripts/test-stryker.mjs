// `npm run test:stryker -- PACKAGE...`: installs StrykerJS from its lockfile in tests/stryker/, and runs it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installApart } from './install-apart.mjs';
import { root } from './workspace.mjs';

// StrykerJS uses the workspace's Vitest, not a second copy.
installApart(join(root, 'tests', 'stryker'), ['--config.auto-install-peers=false']);
const args = ['tests/stryker/run.mjs', ...process.argv.slice(2)];
const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;

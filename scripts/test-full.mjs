// `npm run test:full`: runs every test with all its cases. Property tests run longer, and tests use more broken files
// and larger sets of files.
import { spawnSync } from 'node:child_process';
import { root } from './workspace.mjs';

const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MARQUETRY_FULL: '1' },
});
process.exitCode = status ?? 1;

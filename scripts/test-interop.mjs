// `npm run test:interop`: the tests of tests/interop and tests/records that need Python's pyarrow, where there is one.
import { spawnSync } from 'node:child_process';
import { root } from './workspace.mjs';

/** The first Python that can import pyarrow: `{ python, version }`. MARQUETRY_PYTHON names one outright. */
function findPyarrow() {
  for (const python of [process.env.MARQUETRY_PYTHON, 'python3', 'python'].filter(Boolean)) {
    const { status, stdout } = spawnSync(python, ['-c', 'import pyarrow; print(pyarrow.__version__)']);
    if (status === 0) return { python, version: stdout.toString().trim() };
  }
  return undefined;
}

const found = findPyarrow();
if (found === undefined) {
  console.log('test:interop skipped: no Python with pyarrow (set MARQUETRY_PYTHON to name one)');
} else {
  console.log(`pyarrow ${found.version} of ${found.python}`);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    'tests/interop',
    'tests/records',
    '--passWithNoTests',
    ...process.argv.slice(2),
  ];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MARQUETRY_PYARROW: found.python },
  });
  process.exitCode = status ?? 1;
}

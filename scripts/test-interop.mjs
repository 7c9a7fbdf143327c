// `npm run test:interop`: runs the tests of tests/interop and tests/records that need Python's pyarrow, polars or
// pyspark. The variable MARQUETRY_PYTHON names the Python to use. The tests with pyspark are slow, so they run only if
// MARQUETRY_SPARK names a Python that has it.
import { spawnSync } from 'node:child_process';
import { root } from './workspace.mjs';

const pythons = [process.env.MARQUETRY_PYTHON, 'python3', 'python'].filter(Boolean);

/**
 * Returns the first Python that can import `library`, with the library's version, as `{ python, version }`; `undefined`
 * if none can.
 */
function findPython(library) {
  for (const python of pythons) {
    const { status, stdout } = spawnSync(python, ['-c', `import ${library}; print(${library}.__version__)`]);
    if (status === 0) return { python, version: stdout.toString().trim() };
  }
  return undefined;
}

const env = { ...process.env };
for (const library of ['pyarrow', 'polars']) {
  const found = findPython(library);
  if (found === undefined)
    console.log(
      `no Python with ${library} was found, so its tests are skipped: set MARQUETRY_PYTHON to the path of one`,
    );
  else console.log(`${library} ${found.version} of ${found.python}`);
  if (found !== undefined) env[`MARQUETRY_${library.toUpperCase()}`] = found.python;
}
if (env.MARQUETRY_PYARROW === undefined && env.MARQUETRY_POLARS === undefined && env.MARQUETRY_SPARK === undefined) {
  console.log('test:interop skipped');
} else {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    'tests/interop',
    'tests/records',
    '--passWithNoTests',
    ...process.argv.slice(2),
  ];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  process.exitCode = status ?? 1;
}

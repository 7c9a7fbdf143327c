// `npm run test:predicates -- --seeds COUNT [--from SEED]`: tests filters and sort orders on COUNT random files.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from './workspace.mjs';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '0' } },
});
for (const [name, value] of Object.entries(values)) {
  if (/^\d+$/.test(value)) continue;
  console.error(
    `--${name} must be a whole number, got ${value}\nusage: npm run test:predicates -- --seeds COUNT [--from SEED]`,
  );
  process.exit(2);
}
const tests = ['differential', 'duckdb', 'in-workers', 'order-by', 'other-writers', 'paranoid'].map(
  (name) => `tests/prune/${name}.test.ts`,
);
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...tests], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MARQUETRY_SEEDS: `${values.from}:${values.seeds}` },
});
process.exitCode = status ?? 1;

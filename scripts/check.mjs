// Runs all checks other than the tests: `npm run check`, or `npm run check -- lint types` for some of them.
import { execute } from './workspace.mjs';

const script = (name) => [process.execPath, [`scripts/${name}.mjs`]];
const steps = {
  lint: [['biome', ['check', '--error-on-warnings', '.']]],
  types: [
    ['turbo', ['run', 'typecheck', '--continue', '--output-logs=errors-only']],
    [process.execPath, ['node_modules/typescript7/bin/tsc', '-p', '.']],
  ],
  layers: [script('check-layers')],
  unused: [['knip', ['--no-progress', '--no-config-hints']]],
  packages: [script('check-packages')],
  sizes: [script('check-sizes')],
  api: [script('api-report')],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`unknown checks: ${unknown.join(', ')}; choose from ${Object.keys(steps).join(', ')}`);
  process.exit(2);
}

const failed = [];
for (const name of asked.length > 0 ? asked : Object.keys(steps)) {
  const start = performance.now();
  let ok = true;
  for (const [command, args] of steps[name]) {
    const { code, output } = await execute(command, args);
    if (code !== 0) {
      ok = false;
      console.log(output.trimEnd());
    }
  }
  console.log(
    `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(10)}${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`,
  );
  if (!ok) failed.push(name);
}
if (failed.length > 0) console.log(`check failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

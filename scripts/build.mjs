// Builds the packages that changed, in dependency order. Prints one line if all builds succeed, and the full output of a build that fails.
import { execute } from './workspace.mjs';

const start = performance.now();
const { code, output } = await execute('turbo', [
  'run',
  'build',
  '--output-logs=errors-only',
  ...process.argv.slice(2),
]);
if (code !== 0) {
  console.error(output.trimEnd());
} else if (!output.includes('FULL TURBO')) {
  const [, count] = /(\d+) successful/.exec(output) ?? [];
  console.error(`built ${count} packages in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
process.exitCode = code;

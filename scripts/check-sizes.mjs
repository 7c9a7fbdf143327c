// Size budgets: bundles each entry of tests/sizes/ as a browser application would, and holds the result to .size-limit.json.
// What few programs load is not counted: other packages that are imported on demand (predicates, datasets, URLs, summary files), and the libraries of
// codecs. The parts of a package that every read or write loads are counted as if they were imported at the top.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { uncounted } from './uncounted.mjs';
import { execute, root } from './workspace.mjs';

const entries = join(root, 'tests/sizes');

// Each alone: the short names that a bundle gets depend on all that is built with it.
for (const file of readdirSync(entries)) {
  await build({
    entryPoints: [join(entries, file)],
    outdir: join(root, '.cache/sizes'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    plugins: [uncounted],
    logLevel: 'warning',
  });
}
const { code, output } = await execute('size-limit', []);
console.log(output.trim());
process.exitCode = code;

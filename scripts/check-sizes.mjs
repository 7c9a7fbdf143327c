// Size budgets: bundles each entry of tests/sizes/ as a browser application would, and holds the result to .size-limit.json.
// What few programs load is not counted: other packages that are imported on demand (predicates, datasets, URLs, summary files), and the libraries of
// codecs. The parts of a package that every read or write loads are counted as if they were imported at the top.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { execute, root } from './workspace.mjs';

const entries = join(root, 'tests/sizes');

/** Keeps imports that do not count out of the bundle. */
const uncounted = {
  name: 'uncounted',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path, importer }) => {
      const isPart = path.startsWith('.') && !/[\\/]codec-[a-z]+[\\/]/.test(importer);
      return kind === 'dynamic-import' && !isPart ? { path, external: true } : undefined;
    });
  },
};

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

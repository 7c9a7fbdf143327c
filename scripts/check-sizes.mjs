// Size budgets: bundles each entry of tests/sizes/ as a browser application would, and holds the result to .size-limit.json.
// What is imported only when a file needs it (codecs in WebAssembly) is a chunk of its own there, and is not counted.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { execute, root } from './workspace.mjs';

const entries = join(root, 'tests/sizes');

/** Leaves dynamic imports out of the bundle. */
const lazyChunks = {
  name: 'lazy-chunks',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path }) => (kind === 'dynamic-import' ? { path, external: true } : undefined));
  },
};

await build({
  entryPoints: readdirSync(entries).map((file) => join(entries, file)),
  outdir: join(root, '.cache/sizes'),
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  plugins: [lazyChunks],
  logLevel: 'warning',
});
const { code, output } = await execute('size-limit', []);
console.log(output.trim());
process.exitCode = code;

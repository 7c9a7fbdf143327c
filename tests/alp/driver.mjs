// Runs main.ts from the sources: `npm run test:alp -- [COUNT] [--seed S]`.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '../../.cache/alp');
mkdirSync(folder, { recursive: true });
const outfile = join(folder, 'main.mjs');
await build({
  entryPoints: [join(here, 'main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['@marquetry/source', 'node'],
  sourcemap: 'inline',
  logLevel: 'warning',
});
await import(pathToFileURL(outfile).href);

// Runs the ALP round trips of main.ts from their TypeScript source: `npm run test:alp -- [COUNT] [--seed S]`.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleSources } from '@marquetry/test-support/bundle-sources.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '../../.cache/alp');
mkdirSync(folder, { recursive: true });
const outfile = join(folder, 'main.mjs');
await bundleSources(join(here, 'main.ts'), outfile);
await import(pathToFileURL(outfile).href);

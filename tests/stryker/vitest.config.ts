import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.js';

// The tests of one package, for StrykerJS. The working directory is a copy of the package whose source holds the mutants.
const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
const { resolve, ssr } = base as { resolve?: object; ssr?: object };

export default mergeConfig(
  { resolve, ssr },
  defineConfig({
    // Other packages that the tests use import the copy, too.
    resolve: { alias: [{ find: new RegExp(`^${name}$`), replacement: join(process.cwd(), 'src', 'index.ts') }] },
    cacheDir: '.vite',
    test: { include: ['test/**/*.test.ts'], testTimeout: 30_000, isolate: false },
  }),
);

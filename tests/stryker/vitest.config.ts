import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from '../../vitest.config.js';

// The tests of one package, for StrykerJS. The working directory is a copy of the package whose source holds the mutants.
const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
const { resolve, ssr } = base as { resolve?: object; ssr?: object };

/** The first test that fails ends a mutant's run, so the long suites come last. */
class LongSuitesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): string =>
      (/(conformance|matrix)\.test\.ts$/.test(moduleId) ? '1' : '0') + moduleId;
    return files.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }
}

const fastCheck = fileURLToPath(new URL('fast-check.ts', import.meta.url));

export default mergeConfig(
  { resolve, ssr },
  defineConfig({
    plugins: [
      {
        name: 'short-runs',
        enforce: 'pre',
        resolveId: (id, importer) => (id === 'fast-check' && importer !== fastCheck ? fastCheck : undefined),
      },
    ],
    // Other packages that the tests use import the copy, too.
    resolve: { alias: [{ find: new RegExp(`^${name}$`), replacement: join(process.cwd(), 'src', 'index.ts') }] },
    cacheDir: '.vite',
    test: {
      include: ['test/**/*.test.ts'],
      testTimeout: 30_000,
      isolate: false,
      setupFiles: [fileURLToPath(new URL('setup.ts', import.meta.url))],
      sequence: { sequencer: LongSuitesLast, setupFiles: 'list' },
    },
  }),
);

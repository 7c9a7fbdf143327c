import { defineConfig } from 'vitest/config';

// One run over every package. Packages resolve to each other's source, so tests need no build,
// except those in tests/ that look at dist/.
const source = '@marquetry/source';
const conditions = [source, 'module', 'node', 'development|production'];

/** Tests that replace globals or listen to the process: each of their files runs in a worker of its own. */
const isolated = ['packages/codec-brotli/test/**', 'packages/codec-zstd/test/**', 'packages/file/test/batches.test.ts'];
const exclude = ['**/node_modules/**', '**/dist/**', '**/fixtures/**'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: [source, 'node'] } },
  test: {
    testTimeout: 30_000,
    projects: [
      // Pure code keeps no state between files, so workers are reused and modules load once per worker.
      {
        extends: true,
        test: {
          name: 'packages',
          isolate: false,
          include: ['packages/*/test/**/*.test.ts'],
          exclude: [...exclude, ...isolated],
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: [
            ...isolated.map((glob) => glob.replace(/\*\*$/, '**/*.test.ts')),
            'apps/*/test/**/*.test.ts',
            'tests/**/*.test.ts',
          ],
          exclude,
        },
      },
    ],
  },
});

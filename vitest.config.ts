import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// One run over every package. Packages resolve to each other's source, so tests need no build,
// except those in tests/ that look at dist/.
const source = '@marquetry/source';
const conditions = [source, 'module', 'node', 'development|production'];

/** Tests that replace globals or listen to the process: each of their files runs in a worker of its own. */
const isolated = [
  'packages/codec-brotli/test/**',
  'packages/codec-zstd/test/**',
  'packages/file/test/batches.test.ts',
  'packages/marquetry/test/shared-kernels.test.ts',
];
const exclude = ['**/node_modules/**', '**/dist/**', '**/fixtures/**'];

const javascriptKernels = fileURLToPath(new URL('tests/support/javascript-kernels.ts', import.meta.url));

/** Files are opened over the SIMD kernels in Node; with MARQUETRY_KERNELS=javascript, over those of JavaScript. */
const isJavascript = process.env['MARQUETRY_KERNELS'] === 'javascript';
const alias = isJavascript ? [{ find: /^@marquetry\/simd$/, replacement: javascriptKernels }] : [];

export default defineConfig({
  resolve: { conditions, alias },
  ssr: { resolve: { conditions, externalConditions: [source, 'node'] } },
  test: {
    testTimeout: 30_000,
    // By default one core is left idle, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      // Pure code keeps no state between files, so workers are reused and modules load once per worker.
      {
        extends: true,
        test: {
          name: 'packages',
          isolate: false,
          include: ['packages/*/test/**/*.test.ts'],
          exclude: [...exclude, ...isolated, ...(isJavascript ? ['packages/simd/**'] : [])],
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
          exclude: [...exclude, ...(isJavascript ? ['tests/simd/**'] : [])],
        },
      },
    ],
  },
});

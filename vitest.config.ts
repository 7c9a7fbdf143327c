import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// One run for all packages. Packages resolve to each other's sources, so tests need no build, except those in tests/ that use dist/.
const source = '@marquetry/source';
const conditions = [source, 'module', 'node', 'development|production'];

/**
 * Tests that replace globals, listen to the process, measure memory, or start programs and browsers. Each of their files runs in a
 * separate worker.
 */
const isolated = [
  // These start programs and listen to signals.
  'apps/demo/test/**/*.test.ts',
  'apps/inspector/test/**/*.test.ts',
  'apps/site/test/**/*.test.ts',
  'apps/cli/test/run.test.ts',
  'apps/cli/test/splits.test.ts',
  'packages/codec-brotli/test/**/*.test.ts',
  // These replace globals, and run full garbage collections.
  'packages/core/test/allocate.test.ts',
  'packages/core/test/collection.test.ts',
  'packages/file/test/batches.test.ts',
  'packages/file/test/http-cache.test.ts',
  // This test walks the whole heap.
  'packages/file/test/kept-classes.test.ts',
  'packages/s3/test/moto.test.ts',
  // The mutants of this test take gigabytes, and each runs a full garbage collection.
  'packages/test-kit/test/test-kit.test.ts',
  // This test replaces the global Temporal.
  'tests/records/temporal.test.ts',
  'tests/{engines,examples,installs,memory,readme,releases,runtime,splits}/**/*.test.ts',
];
/** Tests that replace a module or load it twice. Vite loads their modules. */
const replacing = [
  'apps/cli/test/open-input.test.ts',
  'packages/codec-zstd/test/zstd.test.ts',
  'packages/core/test/errors.test.ts',
  'packages/marquetry/test/shared-kernels.test.ts',
];
const exclude = ['**/node_modules/**', '**/dist/**', '**/fixtures/**'];

const javascriptKernels = fileURLToPath(new URL('tests/support/javascript-kernels.ts', import.meta.url));

/** Tests in Node use the SIMD kernels by default, and the JavaScript kernels with MARQUETRY_KERNELS=javascript. */
const isJavascript = process.env['MARQUETRY_KERNELS'] === 'javascript';
const alias = isJavascript ? [{ find: /^@marquetry\/simd$/, replacement: javascriptKernels }] : [];

/** Lets Node load the modules, in a fraction of the time that Vite needs, so that hot loops run at full speed. */
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: [`--conditions=${source}`, '--import', new URL('tests/support/native-sources.mjs', import.meta.url).href],
};

/** Enlarges V8's young generation: most objects of tests are short-lived, so V8 collects garbage a third as often. */
const pure = { ...native, execArgv: [...native.execArgv, '--max-semi-space-size=64'], isolate: false };

export default defineConfig({
  resolve: { conditions, alias },
  ssr: { resolve: { conditions, externalConditions: [source, 'node'] } },
  test: {
    // On a busy machine, tests in a browser take ten times as long as on a quiet one.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // By default, one core stays idle, which is half of a small machine.
    maxWorkers: '100%',
    globalSetup: [fileURLToPath(new URL('tests/support/scratch-folder.ts', import.meta.url))],
    setupFiles: [fileURLToPath(new URL('tests/support/quick-equality.ts', import.meta.url))],
    projects: [
      // Pure code keeps no state between files, so workers are reused and modules load once per worker.
      {
        extends: true,
        test: {
          ...pure,
          name: 'packages',
          sequence: { groupOrder: 1 },
          include: ['packages/*/test/**/*.test.ts'],
          exclude: [...exclude, ...isolated, ...replacing, ...(isJavascript ? ['packages/simd/**'] : [])],
        },
      },
      // These tests run in separate workers, because the tests of packages are faster in workers that have run little
      // other code.
      {
        extends: true,
        test: {
          ...pure,
          name: 'whole',
          sequence: { groupOrder: 1 },
          include: ['{apps,tests}/**/*.test.ts'],
          exclude: [...exclude, ...isolated, ...replacing, ...(isJavascript ? ['tests/simd/**'] : [])],
        },
      },
      {
        extends: true,
        test: {
          ...native,
          name: 'isolated',
          // These tests often wait for a program, which would leave a core idle. Groups run one after the other.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
          include: isolated,
          exclude: [...exclude, ...replacing],
        },
      },
      { extends: true, test: { name: 'replacing', sequence: { groupOrder: 1 }, include: replacing } },
    ],
  },
});

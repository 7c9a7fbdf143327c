import { defineConfig } from 'vitest/config';

// One run over every package. Packages resolve to each other's source, so tests need no build,
// except those in tests/ that look at dist/.
const source = '@marquetry/source';

export default defineConfig({
  resolve: { conditions: [source, 'module', 'node', 'development|production'] },
  ssr: {
    resolve: {
      conditions: [source, 'module', 'node', 'development|production'],
      externalConditions: [source, 'node'],
    },
  },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
    testTimeout: 30_000,
  },
});

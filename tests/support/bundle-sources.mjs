// Bundles a program of the tests from the sources, so that any Node can run the current code.
import { build } from 'esbuild';

/**
 * Writes `entry` with all its imports to `outfile`. A source map takes memory, so leave it out if memory is measured.
 */
export async function bundleSources(entry, outfile, { sourcemap = 'inline' } = {}) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@marquetry/source', 'node'],
    sourcemap,
    // CommonJS dependencies call `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

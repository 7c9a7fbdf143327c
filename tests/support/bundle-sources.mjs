// Bundles a program of the tests from the sources, so that any Node version can run the current code without a build.
import { build } from 'esbuild';

/** Writes `entry` with all its imports to `outfile`. A source map takes memory, so turn it off if memory is measured. */
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
    // Bundled CommonJS dependencies call `require`, which modules do not have.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

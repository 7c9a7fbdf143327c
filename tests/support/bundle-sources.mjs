// Bundles a program of the tests from the sources, so that what runs is what stands there, on any Node.
import { build } from 'esbuild';

/**
 * Writes `entry` with all that it imports to `outfile`. A source map takes memory of its own: leave it out where memory is
 * measured.
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
    // Dependencies that are CommonJS call it.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

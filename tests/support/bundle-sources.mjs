// Bundles a program of the tests from the sources, so that what runs is what stands there, on any Node.
import { build } from 'esbuild';

/** Writes `entry` with all that it imports to `outfile`. */
export async function bundleSources(entry, outfile) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@marquetry/source', 'node'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

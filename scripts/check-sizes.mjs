// Checks size budgets: bundles each entry of tests/sizes/ as a browser application would, and compares the result with
// .size-limit.json. For programs with a job in size-jobs.mjs, only the parts that the job loads are counted. For the
// other programs, parts that few programs load are not counted: other packages that are imported on demand (predicates,
// datasets, URLs, summary files), and the libraries of codecs. Parts that a package loads from itself on demand are
// counted as if they were imported statically.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { countedParts, loadedBundle } from './loaded-bundle.mjs';
import { jobs } from './size-jobs.mjs';
import { execute, root } from './workspace.mjs';

const outdir = join(root, '.cache/sizes');
mkdirSync(outdir, { recursive: true });

// Each entry is built separately, because the short names in a bundle depend on everything that is built with it.
for (const file of readdirSync(join(root, 'tests/sizes'))) {
  const entry = `tests/sizes/${file}`;
  const job = jobs[entry];
  if (job !== undefined) {
    const { contents, chunkBytes } = await loadedBundle(entry, job);
    writeFileSync(join(outdir, file), contents);
    console.log(`${entry}: with code splitting, chunks of ${(chunkBytes / 1000).toFixed(1)} kB are loaded`);
    continue;
  }
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    plugins: [countedParts],
    logLevel: 'warning',
  });
}
const { code, output } = await execute('size-limit', []);
console.log(output.trim());
process.exitCode = code;

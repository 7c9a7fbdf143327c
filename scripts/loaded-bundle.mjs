// Bundles the code that a browser loads for one job: one file with the modules that the job imports, and no others.
//
//   1. esbuild bundles the program with code splitting. The job runs, and each chunk records that it was loaded.
//   2. The program is bundled again in one file. An `import()` of a part that was loaded becomes a static import. All other
//      `import()`s stay, but the modules that they import do not exist.
//   3. The job runs with that file. It fails if the file lacks a module that it needs.
//
// The chunks of step 1 are larger, because bundlers put modules that several parts share into separate chunks, including code that only
// unused parts need.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './workspace.mjs';

const shape = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  metafile: true,
  logLevel: 'warning',
};

/** Name of the global variable in which chunks record that they were loaded. */
const noted = 'marquetryChunks';

/**
 * Bundles a program with only the modules that its job loads: finds them with a split bundle, bundles them in one file,
 * and runs the job with that file.
 *
 * @param {string} entry a program in tests/sizes
 * @param {(program: Record<string, any>) => Promise<void>} job runs the program; throws if the result is wrong
 * @returns {Promise<{ contents: Uint8Array; metafile: import('esbuild').Metafile; chunkBytes: number }>} the one-file bundle, and
 *   the size in bytes of the chunks that the job loads from the split bundle, each after gzip
 */
export async function loadedBundle(entry, job) {
  const folder = mkdtempSync(join(root, '.cache/sizes-'));
  try {
    const { parts, chunkBytes } = await partsThatLoad(entry, job, folder);
    const paths = new Set([...parts].map((part) => resolve(root, part)));
    const { outputFiles, metafile } = await build({
      ...shape,
      entryPoints: [entry],
      outdir: folder,
      write: false,
      plugins: [importedAtTheTop((path) => paths.has(path))],
    });
    const [{ contents }] = outputFiles;
    const missing = [...parts].filter((part) => metafile.inputs[part] === undefined);
    if (missing.length > 0) throw new Error(`${entry} loads ${missing.join(', ')}, which the bundle does not contain`);
    const file = join(folder, 'one-file.mjs');
    writeFileSync(file, contents);
    await job(await import(pathToFileURL(file).href));
    return { contents, metafile, chunkBytes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Bundles a program with code splitting, and runs the job on it.
 *
 * @returns {Promise<{ parts: Set<string>; chunkBytes: number }>} the modules that the job loads by `import()`, as paths
 *   relative to the root, and the total size of all chunks that it loads, each compressed with gzip
 */
export async function partsThatLoad(entry, job, folder) {
  const outdir = join(folder, 'chunks');
  const { metafile } = await build({
    ...shape,
    entryPoints: { program: entry },
    outdir,
    splitting: true,
    outExtension: { '.js': '.mjs' },
    banner: { js: `globalThis.${noted}?.add(import.meta.url);` },
  });
  globalThis[noted] = new Set();
  const loaded = globalThis[noted];
  try {
    await job(await import(pathToFileURL(join(outdir, 'program.mjs')).href));
  } finally {
    delete globalThis[noted];
  }
  const parts = new Set();
  let chunkBytes = 0;
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (!loaded.has(pathToFileURL(join(root, path)).href)) continue;
    chunkBytes += gzipSync(readFileSync(join(root, path)), { level: 9 }).length;
    if (entryPoint !== undefined && entryPoint !== entry) parts.add(entryPoint);
  }
  return { parts, chunkBytes };
}

/**
 * An esbuild plugin that turns an `import()` into a static import if `isCounted` returns true for the imported path.
 * The targets of other `import()`s are left out of the bundle.
 *
 * @param {(path: string, importer: string, specifier: string) => boolean} isCounted
 * @returns {import('esbuild').Plugin}
 */
export function importedAtTheTop(isCounted) {
  return {
    name: 'imported-at-the-top',
    setup(current) {
      const { onLoad, onResolve } = current;
      onResolve({ filter: /./ }, ({ kind, path }) =>
        kind === 'dynamic-import' ? { path: `./not-loaded/${path.replace(/^\W+/, '')}`, external: true } : undefined,
      );
      onLoad({ filter: /[\\/]packages[\\/][^\\/]+[\\/]dist[\\/].*\.js$/ }, async ({ path }) => {
        const code = readFileSync(path, 'utf8');
        const specifiers = [...code.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, specifier]) => specifier);
        const imports = [];
        let contents = code;
        for (const specifier of new Set(specifiers)) {
          const part = specifier.startsWith('.')
            ? resolve(dirname(path), specifier)
            : (await current.resolve(specifier, { kind: 'import-statement', resolveDir: dirname(path) })).path;
          if (!isCounted(part, path, specifier)) continue;
          const name = `part${imports.length}`;
          imports.push(`import * as ${name} from ${JSON.stringify(part)};`);
          contents = contents.replaceAll(`import("${specifier}")`, `Promise.resolve(${name})`);
        }
        return { contents: `${imports.join('\n')}\n${contents}`, loader: 'js', resolveDir: dirname(path) };
      });
    },
  };
}

/**
 * An esbuild plugin for measuring programs for which size-jobs.mjs has no job. It includes the modules that a package
 * imports from itself on demand. It does not include code that few programs load: other packages that are imported on
 * demand, and the libraries of codecs.
 */
export const countedParts = importedAtTheTop(
  (_, importer, specifier) => specifier.startsWith('.') && !/[\\/]codec-[a-z]+[\\/]/.test(importer),
);

// An esbuild plugin that makes esbuild write fewer output files, because Node takes about a millisecond to load each
// file. esbuild writes one file for each set of modules that the same entry points use. Modules that `index.ts` shares
// with parts that are loaded on demand are therefore spread over many files. With this plugin, each part also imports
// everything that is loaded before it:
//
//   src/index.ts  ->  src/open-file.ts  - import() ->  src/opened-file.ts  - import() ->  src/reading.ts
//
// index.js -> chunk: everything that index.ts imports <- opened-file.js, reading.js
//
// The plugin adds imports that bind no names, of modules that have no side effects. esbuild removes such imports from
// its output, except for some imports of whole files, which `withoutBareImports` removes.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/**
 * Returns an esbuild plugin that makes esbuild write fewer output files.
 * @param {string} base path of the module that all entry points import
 * @returns {import('esbuild').Plugin}
 */
export function fewFiles(base) {
  return {
    name: 'few-files',
    setup(build) {
      const folder = process.cwd();
      const loadedFirst = resolve(folder, base);
      const parts = partsOf(folder, Object.values(build.initialOptions.entryPoints));
      build.initialOptions.logOverride = { ...build.initialOptions.logOverride, 'ignored-bare-import': 'silent' };
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        if (path === loadedFirst || !parts.has(path)) return undefined;
        const specifier = relative(dirname(path), loadedFirst).replaceAll('\\', '/').replace(/\.ts$/, '.js');
        const added = `import ${JSON.stringify(specifier.startsWith('.') ? specifier : `./${specifier}`)};`;
        return { contents: `${readFileSync(path, 'utf8')}\n${added}\n`, loader: 'ts', resolveDir: dirname(path) };
      });
    },
  };
}

/**
 * A tsup plugin that removes imports of the package's own files that bind no names, such as `import "./chunk.js"`,
 * because bundlers would warn about them.
 *
 * @type {import('tsup').Options['plugins'][number]}
 */
export const withoutBareImports = {
  name: 'without-bare-imports',
  renderChunk: (code, { map }) => ({ code: code.replace(/^import "\.\/[\w.-]+\.js";$/gm, ''), map }),
};

/**
 * Returns the modules that each get an output file from esbuild: the entry points (except the `main.ts` of an
 * application) and the modules that are loaded with `import()`.
 */
function partsOf(folder, entries) {
  const parts = new Set(
    entries.filter((entry) => !/[\\/]main\.ts$/.test(entry)).map((entry) => resolve(folder, entry)),
  );
  for (const name of readdirSync(join(folder, 'src'), { recursive: true })) {
    const path = join(folder, 'src', name);
    if (!path.endsWith('.ts')) continue;
    for (const [, target] of readFileSync(path, 'utf8').matchAll(/\bimport\('(\.[^']+)\.js'\)/g)) {
      parts.add(resolve(dirname(path), `${target}.ts`));
    }
  }
  return parts;
}

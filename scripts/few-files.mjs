// An esbuild plugin that writes fewer output files, because Node takes about a millisecond to load each. esbuild writes
// one file for each set of modules that the same entries use, so modules that `index.ts` shares with some of the parts
// that are loaded on demand are spread over many files. With this plugin, a part also uses everything that is loaded
// before it:
//
//   src/index.ts  ->  src/open-file.ts  - import() ->  src/opened-file.ts  - import() ->  src/reading.ts
//
//   index.js  ->  chunk: all that index.ts imports  <-  opened-file.js, reading.js
//
// The plugin adds imports of modules without side effects, and uses none of their names. esbuild removes such imports from its output,
// except for some imports of whole files, which `withoutBareImports` removes.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/**
 * Creates the plugin.
 * @param {string} base the module that all entries load
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
 * A tsup plugin that removes imports of the package's own files that use no name, because bundlers would warn about
 * such imports.
 *
 * @type {import('tsup').Options['plugins'][number]}
 */
export const withoutBareImports = {
  name: 'without-bare-imports',
  renderChunk: (code, { map }) => ({ code: code.replace(/^import "\.\/[\w.-]+\.js";$/gm, ''), map }),
};

/**
 * Returns the modules that become the start of an output file: the entries (except the main program of an application),
 * and the targets of `import()`.
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

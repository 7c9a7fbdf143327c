import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { fewFiles, withoutBareImports } from './scripts/few-files.mjs';
import { inlinedConstants } from './scripts/inline-constants.mjs';
import { lateBuiltins } from './scripts/late-builtins.mjs';

// One build for every package and app: `tsup --config ../../tsup.config.ts`, run in the package's folder.
// An app has src/main.ts and no declarations; the entries of a package are the sources that its `exports` name, and src/worker.ts
// and src/worker.node.ts of one that runs in workers.
const isApp = existsSync('src/main.ts');
const workers = ['src/worker.ts', 'src/worker.node.ts'].filter((file) => existsSync(file));
const entries = isApp
  ? ['src/main.ts']
  : [...sourcesIn(JSON.parse(readFileSync('package.json', 'utf8')).exports), ...workers];

/** The sources below src/ that `exports` of a package.json name, under whatever conditions. */
function sourcesIn(exported: unknown): string[] {
  if (typeof exported === 'string') return exported.startsWith('./src/') ? [exported.slice(2)] : [];
  return typeof exported === 'object' && exported !== null ? Object.values(exported).flatMap(sourcesIn) : [];
}

// Declarations come from the native compiler, one file a module: isolatedDeclarations makes that a matter of
// milliseconds, where tsup's own roll-up takes seconds a package. Types are checked by the typecheck task.
const emit = ['-p', '.', '--emitDeclarationOnly', '--noCheck', '--customConditions', 'null'];
function declarations(): Promise<void> {
  return new Promise((resolve, reject) => {
    const tsc = spawn(process.execPath, ['../../node_modules/typescript7/bin/tsc', ...emit], { stdio: 'inherit' });
    tsc.once('error', reject);
    tsc.once('exit', (code) => (code === 0 ? resolve() : process.exit(code ?? 1)));
  });
}

export default defineConfig({
  entry: entries,
  format: ['esm'],
  target: 'es2022',
  // The default, 'node', would bring Buffer into code that browsers run.
  platform: 'neutral',
  external: [/^node:/],
  removeNodeProtocol: false,
  splitting: true,
  sourcemap: true,
  clean: true,
  dts: false,
  silent: true,
  // Of an app, development dependencies that its sources import are bundled. Packages of others state where they begin by `main`.
  esbuildPlugins: isApp ? [fewFiles('src/run.ts'), lateBuiltins] : [fewFiles('src/index.ts')],
  esbuildOptions: (options) => {
    if (isApp) options.mainFields = ['module', 'main'];
  },
  plugins: [withoutBareImports, inlinedConstants],
  ...(isApp ? {} : { onSuccess: declarations }),
});

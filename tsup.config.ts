import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { fewFiles, withoutBareImports } from './scripts/few-files.mjs';
import { inlinedConstants } from './scripts/inline-constants.mjs';
import { lateBuiltins } from './scripts/late-builtins.mjs';

// The build of every package and app: `tsup --config ../../tsup.config.ts`, run in the package's folder.
// An app has the entry src/main.ts and no declarations. The entries of a package are the sources that its `exports` name, and
// src/worker.ts and src/worker.node.ts if it runs in workers.
const isApp = existsSync('src/main.ts');
const workers = ['src/worker.ts', 'src/worker.node.ts'].filter((file) => existsSync(file));
const entries = isApp
  ? ['src/main.ts']
  : [...sourcesIn(JSON.parse(readFileSync('package.json', 'utf8')).exports), ...workers];

/** Returns the files in src/ that the `exports` of a package.json names under any condition. */
function sourcesIn(exported: unknown): string[] {
  if (typeof exported === 'string') return exported.startsWith('./src/') ? [exported.slice(2)] : [];
  return typeof exported === 'object' && exported !== null ? Object.values(exported).flatMap(sourcesIn) : [];
}

// The native compiler writes the declarations, one file per module. With isolatedDeclarations this takes milliseconds, while tsup's own
// roll-up takes seconds per package. The typecheck task checks the types.
const emit = ['-p', '.', '--emitDeclarationOnly', '--noCheck', '--customConditions', 'null'];
function declarations(): Promise<void> {
  return new Promise((resolve, reject) => {
    const tsc = spawn(process.execPath, ['../../node_modules/typescript7/bin/tsc', ...emit], { stdio: 'inherit' });
    tsc.once('error', reject);
    tsc.once('exit', (code) => (code === 0 ? resolve() : process.exit(code ?? 1)));
  });
}

/** Copies the built inspector, without source maps, into the build of the command line, for its `inspect` command. */
async function copyInspector(): Promise<void> {
  const built = '../inspector/dist';
  const isCommandLine = existsSync('src/inspect/page-files.ts');
  if (!isCommandLine || !existsSync(`${built}/index.html`)) return;
  cpSync(built, 'dist/inspector', { recursive: true, filter: (path) => !path.endsWith('.map') });
}

export default defineConfig({
  entry: entries,
  format: ['esm'],
  target: 'es2022',
  // The default, 'node', would add Buffer to code for browsers.
  platform: 'neutral',
  external: [/^node:/],
  removeNodeProtocol: false,
  splitting: true,
  sourcemap: true,
  clean: true,
  dts: false,
  silent: true,
  // The development dependencies that an app imports are bundled. Third-party packages name their entry by `main`.
  esbuildPlugins: isApp ? [fewFiles('src/run.ts'), lateBuiltins] : [fewFiles('src/index.ts')],
  esbuildOptions: (options) => {
    if (isApp) options.mainFields = ['module', 'main'];
  },
  plugins: [withoutBareImports, inlinedConstants],
  onSuccess: isApp ? copyInspector : declarations,
});

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { defineConfig } from 'tsup';

// One build for every package and app: `tsup --config ../../tsup.config.ts`, run in the package's folder.
// An app has src/main.ts and no declarations; a package has src/index.ts and, behind its `node` condition, src/index.node.ts; one
// that runs in workers has src/worker.ts and src/worker.node.ts, too.
const isApp = existsSync('src/main.ts');
const entries = isApp
  ? ['src/main.ts']
  : ['src/index.ts', 'src/index.node.ts', 'src/worker.ts', 'src/worker.node.ts'].filter((file) => existsSync(file));

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
  ...(isApp ? {} : { onSuccess: declarations }),
});

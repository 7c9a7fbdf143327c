// Adds the command line to the tarball of `marquetry`, so that `npx marquetry` works without a second package.
//
//   @marquetry/cli  ── depends on ──>  marquetry         so `marquetry` cannot depend on it in turn
//   marquetry/cli/  <── includes ────  apps/cli/src      bundled when `marquetry` is packed; no module of the library imports it
//
// Packages that `marquetry` depends on stay imports; everything else that the command line uses is bundled. Runs as `prepack`, after the build.
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { fewFiles } from './few-files.mjs';
import { lateBuiltins } from './late-builtins.mjs';
import { root } from './workspace.mjs';

const library = join(root, 'packages/marquetry');
const app = join(root, 'apps/cli');
const target = join(library, 'cli');
const { name, dependencies } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'));

rmSync(target, { recursive: true, force: true });
process.chdir(app);
await build({
  absWorkingDir: app,
  entryPoints: ['src/main.ts'],
  outdir: target,
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['node'],
  external: ['node:*', name, `${name}/*`, ...Object.keys(dependencies).flatMap((each) => [each, `${each}/*`])],
  plugins: [fewFiles('src/run.ts'), lateBuiltins],
  logLevel: 'warning',
});
// The licenses of the third-party packages in the bundle.
cpSync(join(app, 'NOTICE'), join(target, 'NOTICE'));

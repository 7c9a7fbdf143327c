/** Tests that the committed WebAssembly module is compiled from assembly/, and imports only its memory. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { moduleBytes } from '../src/webassembly.js';

const root = fileURLToPath(new URL('..', import.meta.url));

function hasCompiler(): boolean {
  try {
    createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!hasCompiler())(
  `src/generated/module.ts is what scripts/build-module.mjs compiles from assembly/${hasCompiler() ? '' : ' (skipped: assemblyscript is not installed)'}`,
  () => {
    const built = execFileSync(process.execPath, ['scripts/build-module.mjs', '--print'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(built).toBe(readFileSync(`${root}/src/generated/module.ts`, 'utf8'));
  },
  60_000,
);

test('the module imports one memory, exports functions, and is at most 11.3 kB in size', () => {
  const bytes = moduleBytes();
  const module = new WebAssembly.Module(bytes);
  expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
  expect(new Set(WebAssembly.Module.exports(module).map(({ kind }) => kind))).toEqual(new Set(['function']));
  expect(bytes.length).toBeLessThanOrEqual(11_300);
});

/**
 * Bundles the packages for browsers, and runs them in an environment without Node: without `process`, `Buffer` and `require`. Some tests
 * forbid compiling code, as a strict content-security policy does.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserGlobals } from './browser-globals.js';

const fixtures = new URL('../fixtures/', import.meta.url);
const names = ['duckdb', 'parquet-wasm'].flatMap((writer) =>
  readdirSync(new URL(writer, fixtures)).flatMap((name) => (name.startsWith('codec-') ? [`${writer}/${name}`] : [])),
);

let code: string;
let imports: string[];
beforeAll(async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('browser-entry.ts', import.meta.url))],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'entry',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  code = outputFiles[0]?.text ?? '';
  imports = Object.keys(metafile.inputs);
});

test('the bundle neither contains nor imports a Node module', () => {
  expect(imports.filter((path) => path.includes('.node.') || path.startsWith('node:'))).toEqual([]);
  expect(code).not.toMatch(/require\(["']|from ["']node:/);
});

describe.each([
  ['where WebAssembly may be used', true],
  ['where no code may be compiled', false],
])('a bundle for browsers %s', (_, compiles) => {
  test.each(names)(
    'a bundle for browsers reads %s, or throws an error that states that the codec needs WebAssembly',
    async (name) => {
      const context = createContext({ ...browserGlobals }, { codeGeneration: { strings: false, wasm: compiles } });
      runInContext(`${code}; globalThis.entry = entry;`, context);
      const { readCounts } = context['entry'] as { readCounts(base64: string): Promise<Record<string, string>> };
      const counts = readCounts(readFileSync(new URL(name, fixtures), 'base64'));
      // BROTLI is the only codec without a JavaScript fallback.
      if (!compiles && name.includes('brotli')) {
        await expect(counts).rejects.toMatchObject({
          code: 'UNSUPPORTED',
          message: expect.stringContaining('WebAssembly'),
        });
        return;
      }
      expect({ ...(await counts) }).toEqual({
        id: '200 slots, 0 nulls, 200 values',
        square: '200 slots, 29 nulls, 171 values',
        eighth: '200 slots, 0 nulls, 200 values',
        name: '200 slots, 40 nulls, 160 values',
        third: '200 slots, 0 nulls, 200 values',
      });
    },
  );
});

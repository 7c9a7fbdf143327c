// `node scripts/build-module.mjs`: compiles assembly/ and writes src/generated/module.ts. The result is committed, and a
// test compares the two, so that only who changes assembly/ needs the compiler.
//
//   --print     prints what it would write, and writes nothing
//   --wasm F    writes the module itself to F too
//
// Hexadecimal, not base64: matches of the module's bytes stay matches of its text, so that gzip makes a fifth less of it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const compiler = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');
const folder = mkdtempSync(join(tmpdir(), 'marquetry-simd-'));
try {
  const output = join(folder, 'module.wasm');
  const flags = ['--enable', 'simd', '--runtime', 'stub', '--noAssert', '-O3', '--shrinkLevel', '1', '--converge'];
  const memory = ['--importMemory', '--noExportMemory'];
  execFileSync(process.execPath, [compiler, 'assembly/index.ts', ...flags, ...memory, '--outFile', output], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const bytes = readFileSync(output);
  const text = `/** The module of assembly/, in hexadecimal: made by scripts/build-module.mjs. */
export const moduleText: string =
  '${bytes.toString('hex')}';
`;
  const { argv } = process;
  if (argv.includes('--wasm')) writeFileSync(argv[argv.indexOf('--wasm') + 1], bytes);
  if (argv.includes('--print')) process.stdout.write(text);
  else writeFileSync(join(root, 'src/generated/module.ts'), text);
} finally {
  rmSync(folder, { recursive: true });
}

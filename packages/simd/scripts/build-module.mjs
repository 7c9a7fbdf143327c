// `node scripts/build-module.mjs` compiles assembly/ and writes src/generated/module.ts. The result is committed, and
// a test compares the two, so that only changes of assembly/ need the compiler.
//
//   --print     prints the result instead of writing it
//   --wasm F    also writes the module itself to F
//
// In the text, a byte is one character, or two if it is rare. Repetitions in the module are also repetitions in its text, mostly
// of the same length, so that gzip compresses it to a quarter less than base64 and a twelfth less than hexadecimal.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The inverse of `moduleBytes` in src/webassembly.ts, which describes the digits. */
function textOf(bytes) {
  const digit = (value) => String.fromCharCode(35 + ((value + 63) % 91) + (value < 28 || value > 84 ? 1 : 0));
  return Array.from(bytes, (byte) => {
    const value = (byte + 5) & 255;
    return value < 89 ? digit(value) : digit(89 + Math.floor((value - 89) / 91)) + digit((value - 89) % 91);
  }).join('');
}

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
  const text = `/** The module of assembly/, in the digits of src/webassembly.ts: made by scripts/build-module.mjs. */
export const moduleText: string =
  "${textOf(bytes)}";
`;
  const { argv } = process;
  if (argv.includes('--wasm')) writeFileSync(argv[argv.indexOf('--wasm') + 1], bytes);
  if (argv.includes('--print')) process.stdout.write(text);
  else writeFileSync(join(root, 'src/generated/module.ts'), text);
} finally {
  rmSync(folder, { recursive: true });
}

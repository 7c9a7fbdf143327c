// The WebAssembly module of @marquetry/simd without its JavaScript wrappers: input and output are in the module's memory.
import { readFileSync } from 'node:fs';

/** Returns the bytes of the WebAssembly module, decoded from the string in which `@marquetry/simd` stores them. */
function moduleBytes() {
  const source = readFileSync(new URL('../../packages/simd/src/generated/module.ts', import.meta.url), 'utf8');
  const text = source.slice(source.indexOf('"') + 1, source.lastIndexOf('"'));
  const values = [];
  for (let i = 0, upper = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = (code - (code > 92 ? 8 : 7)) % 91;
    if (digit > 88 && upper === 0) upper = 91 * digit - 8010;
    else {
      values.push(upper + digit - 5);
      upper = 0;
    }
  }
  return Uint8Array.from(values);
}

const memory = new WebAssembly.Memory({ initial: 64 });
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { env: { memory } });

/** The functions of the WebAssembly module, by their names in its source code. It exports them as single letters. */
const names = readFileSync(new URL('../../packages/simd/assembly/index.ts', import.meta.url), 'utf8');
export const module = Object.fromEntries(
  Array.from(names.matchAll(/(\w+) as (\w)\b/g), ([, name, letter]) => [name, exports[letter]]),
);
/**
 * Addresses of three areas in the memory of the WebAssembly module: input, output, and a third area for scratch words
 * or a dictionary. The areas are 1 MiB apart, after the module's own tables.
 */
export const [inputAt, outputAt, wordsAt] = [1, 2, 3].map((n) => n << 20);
export const bytes = new Uint8Array(memory.buffer);
export const words = new Int32Array(memory.buffer);

/** Copies `source` to the memory of the WebAssembly module, by default to the input address. */
export function load(source, at = inputAt) {
  bytes.set(new Uint8Array(source.buffer, source.byteOffset, source.byteLength), at);
}

/** Sets the two words in which the WebAssembly module stores its position between calls. */
export const setState = (low, high) => {
  words[18] = low;
  words[19] = high;
};

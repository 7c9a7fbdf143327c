// The WebAssembly module of @marquetry/simd alone, with input and output in its own memory.
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('../../packages/simd/src/generated/module.ts', import.meta.url), 'utf8');
const [, text] = source.match(/'([0-9a-f]+)'/);

const memory = new WebAssembly.Memory({ initial: 64 });
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(text, 'hex')), { env: { memory } });
exports.start();

/** The exported functions. */
export const module = exports;
/** Addresses after the module's tables, 1 MiB apart. */
export const [inputAt, outputAt, wordsAt] = [1, 2, 3].map((n) => n << 20);
export const bytes = new Uint8Array(memory.buffer);
export const words = new Int32Array(memory.buffer);

/** Copies `source` to the input of the functions. */
export function load(source, at = inputAt) {
  bytes.set(new Uint8Array(source.buffer, source.byteOffset, source.byteLength), at);
}

/** Sets the two state words of the module, which hold a position. */
export const setState = (low, high) => {
  words[18] = low;
  words[19] = high;
};

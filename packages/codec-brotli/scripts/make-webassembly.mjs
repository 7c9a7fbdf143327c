/**
 * Writes src/generated/webassembly.ts, which contains the WebAssembly module of brotli-dec-wasm as text, so that
 * programs need no separate .wasm file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export function makeWebAssembly() {
  const resolve = createRequire(import.meta.url).resolve;
  const bytes = readFileSync(resolve('brotli-dec-wasm/web/bg.wasm'));
  const head = `/**
 * Made by scripts/make-webassembly.mjs: the WebAssembly of brotli-dec-wasm, in Base64.
 *
 * Copyright (c) Yulong Ming, and of the decoder in it Dropbox, Inc. and the Brotli Authors; MIT, see NOTICE.
 */
`;
  return `${head}export const webAssembly: string =\n  '${bytes.toString('base64')}';\n`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(new URL('../src/generated/webassembly.ts', import.meta.url), makeWebAssembly());
}

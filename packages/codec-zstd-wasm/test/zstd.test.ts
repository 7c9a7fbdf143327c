import * as zlib from 'node:zlib';
import { zstd as onNode } from '@marquetry/codec-zstd';
import { type Codec, isParquetError } from '@marquetry/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLibraryCodec } from '../../codec-zstd/src/codec.js';
import { unpackWithJavaScript } from '../../codec-zstd/src/javascript.js';
import { writable } from '../src/codec.js';
import { zstd } from '../src/index.js';

const reader = (): Codec => createLibraryCodec(async () => unpackWithJavaScript);
const load = () => import('../src/compressor.js');
/** The codec as it is in a runtime without a Zstandard compressor. */
const library = writable(reader(), load);
await library.prepare?.();

const pack = (raw: Uint8Array): Uint8Array => (library.compress as NonNullable<Codec['compress']>)(raw);

function random(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0, state = 1; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

function fault(call: () => unknown): [code: string, message: string] {
  try {
    call();
  } catch (error) {
    if (isParquetError(error)) return [error.code, error.message];
    throw error;
  }
  throw new Error('no error');
}

it('if the runtime can compress, `zstd` is the codec of @marquetry/codec-zstd', () => {
  expect(onNode.compress).toBeDefined();
  expect(zstd).toBe(onNode);
});

it('prepare() rejects a version of @hpcc-js/wasm-zstd without the required functions', async () => {
  const { startCompressor } = await load();
  const { Zstd } = await import('@hpcc-js/wasm-zstd');
  const loaded = Zstd.load;
  try {
    Zstd.load = async () => ({ _mainModule: { _module: {} }, _zstdClass: {} }) as never;
    await expect(startCompressor()).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: 'the library @hpcc-js/wasm-zstd must be version 1.12.5: its private functions differ in other versions',
    });
  } finally {
    Zstd.load = loaded;
  }
});

describe('the ZSTD codec that compresses in WebAssembly', () => {
  it.each([
    ['no bytes', new Uint8Array(0)],
    ['a byte', Uint8Array.of(7)],
    ['zeros', new Uint8Array(3_000_000)],
    ['words', new TextEncoder().encode('the quick brown fox, '.repeat(40_000))],
    ['random bytes', random(1_000_000)],
  ])('the WebAssembly codec compresses %s to the same frame as node:zlib, which reads it', (_, raw) => {
    const packed = pack(raw);
    expect(packed).toEqual(new Uint8Array(zlib.zstdCompressSync(raw)));
    expect(new Uint8Array(zlib.zstdDecompressSync(packed))).toEqual(raw);
  });

  it('the memory that compress returns is not changed by later calls', () => {
    const raw = random(5000);
    const first = pack(raw);
    const copy = first.slice();
    pack(new Uint8Array(2 ** 24));
    expect(first).toEqual(copy);
    expect(first.buffer.byteLength).toBe(first.byteLength);
  });

  it('for a page that is a view of a larger array, compress compresses only the view', () => {
    const raw = random(300);
    const around = new Uint8Array(900).fill(9);
    around.set(raw, 301);
    expect(pack(around.subarray(301, 601))).toEqual(pack(raw));
  });

  it('the memory of the WebAssembly module does not grow with each page', async () => {
    const raw = random(2 ** 20);
    pack(raw);
    const { Zstd } = await import('@hpcc-js/wasm-zstd');
    const { _mainModule: main } = (await Zstd.load()) as unknown as {
      readonly _mainModule: { readonly _module: { readonly HEAPU8: Uint8Array } };
    };
    const before = main._module.HEAPU8.length;
    for (let i = 0; i < 60; i++) pack(raw);
    expect(main._module.HEAPU8.length).toBe(before);
  });

  it('compress throws LIMIT for a page that exceeds the memory of WebAssembly, and can compress the next page', () => {
    const huge = new Uint8Array(0);
    Object.defineProperty(huge, 'length', { value: 2 ** 29 + 1 });
    expect(fault(() => pack(huge))).toEqual([
      'LIMIT',
      'ZSTD in WebAssembly does not have enough memory for a page of 536870913 bytes: set a smaller `pageBytes`',
    ]);
    expect(pack(Uint8Array.of(1, 2, 3))).toHaveLength(12);
  });

  it('the ZSTD codec throws INVALID_ARGUMENT until prepare() is awaited, and then reads what it writes', async () => {
    const raw = random(70_000);
    const into = new Uint8Array(raw.length);
    library.decompress(pack(raw), into);
    expect(into).toEqual(raw);
    const early = writable(reader(), load);
    expect(fault(() => early.compress?.(raw))).toEqual(['INVALID_ARGUMENT', 'await prepare() before using ZSTD']);
    expect(fault(() => early.decompress(pack(raw), into))[0]).toBe('INVALID_ARGUMENT');
  });
});

describe('the ZSTD codec in a runtime without WebAssembly', () => {
  const raw = random(1000);
  let attempts = 0;
  const refused = writable(reader(), async () => {
    attempts++;
    throw new Error('refused by policy');
  });
  beforeAll(() => refused.prepare?.());

  it('in a runtime without WebAssembly, the ZSTD codec decompresses', () => {
    const into = new Uint8Array(raw.length);
    refused.decompress(pack(raw), into);
    expect(into).toEqual(raw);
  });

  it('in a runtime without WebAssembly, compress throws UNSUPPORTED, with an error that names the cause and the remedy', () => {
    let error: unknown;
    try {
      refused.compress?.(raw);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      code: 'UNSUPPORTED',
      message:
        'ZSTD cannot compress here: WebAssembly did not start; allow it (script-src `wasm-unsafe-eval`) or write SNAPPY',
      cause: new Error('refused by policy'),
    });
  });

  it('after a failure, a second prepare() tries to start WebAssembly again', async () => {
    const before = attempts;
    await refused.prepare?.();
    expect(attempts).toBe(before + 1);
  });
});

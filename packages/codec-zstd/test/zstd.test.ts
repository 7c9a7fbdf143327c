import * as zlib from 'node:zlib';
import { type Codec, isParquetError } from '@marquetry/core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLibraryCodec } from '../src/codec.js';
import { zstd as library } from '../src/index.js';
import { zstd as node } from '../src/index.node.js';
import { unpackWithJavaScript } from '../src/javascript.js';
import { loadWebAssembly } from '../src/webassembly.js';

const text = (value: string) => new TextEncoder().encode(value);

function decompress(codec: Codec, packed: ArrayLike<number>, size: number): Uint8Array {
  const into = new Uint8Array(size);
  codec.decompress(Uint8Array.from(packed), into);
  return into;
}

function fault(codec: Codec, packed: ArrayLike<number>, size: number): [code: string, offset: number | undefined] {
  try {
    decompress(codec, packed, size);
  } catch (error) {
    if (isParquetError(error)) return [error.code, error.at.offset];
    throw error;
  }
  throw new Error('no error');
}

const magic = [0x28, 0xb5, 0x2f, 0xfd];
/** Returns the header of a block of the given size and kind. */
const block = (kind: number, size: number, last: boolean) => {
  const header = (size << 3) | (kind << 1) | Number(last);
  return [header & 255, (header >>> 8) & 255, header >>> 16];
};
const [RAW, RLE, COMPRESSED, RESERVED] = [0, 1, 2, 3] as const;
const window1K = 0x00;

/** Returns a frame without a content size, like those of writers that do not know the size in advance. */
async function streamed(raw: Uint8Array, level = 3): Promise<Uint8Array> {
  const stream = zlib.createZstdCompress({ params: { [zlib.constants.ZSTD_c_compressionLevel]: level } });
  const chunks: Uint8Array[] = [];
  stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve) => stream.on('end', resolve));
  for (let at = 0; at < raw.length; at += 50_000) stream.write(raw.subarray(at, at + 50_000));
  stream.end();
  await ended;
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}

const long = Uint8Array.from({ length: 300_000 }, (_, i) => (Math.imul(i >> 2, 0x9e3779b1) >>> 28) + (i % 3));

it('all variants of the ZSTD codec read what Node writes, and only the Node variant writes', () => {
  expect(library.compress).toBeUndefined();
  expect(decompress(node, node.compress?.(long) ?? [], long.length)).toEqual(long);
});

describe.each([
  ['on Node', node],
  ['in WebAssembly', createLibraryCodec(loadWebAssembly)],
  ['in JavaScript', createLibraryCodec(async () => unpackWithJavaScript)],
])('the ZSTD codec %s', (_, codec) => {
  beforeAll(() => codec.prepare?.());

  it.each([
    // These frames are built by hand according to RFC 8878. The first is the output of the zstd program for an empty
    // file; 99e9d851 is XXH64 of no bytes.
    ['an empty frame with a checksum', [...magic, 0x24, 0x00, 0x01, 0x00, 0x00, 0x99, 0xe9, 0xd8, 0x51], ''],
    ['an empty frame of 9 bytes', [...magic, 0x20, 0x00, 0x01, 0x00, 0x00], ''],
    ['a single segment', [...magic, 0x20, 4, ...block(RAW, 4, true), ...text('abcd')], 'abcd'],
    ['a window, no content size', [...magic, 0x00, window1K, ...block(RAW, 4, true), ...text('abcd')], 'abcd'],
    ['a run', [...magic, 0x00, window1K, ...block(RLE, 6, true), 0x61], 'aaaaaa'],
    ['blocks', [...magic, 0x20, 6, ...block(RLE, 3, false), 0x61, ...block(RAW, 3, true), ...text('bcd')], 'aaabcd'],
    ['a content size of 4 bytes', [...magic, 0xa0, 2, 0, 0, 0, ...block(RLE, 2, true), 0x61], 'aa'],
    ['a content size of 8 bytes', [...magic, 0xe0, 2, 0, 0, 0, 0, 0, 0, 0, ...block(RLE, 2, true), 0x61], 'aa'],
    ['a dictionary id of 0', [...magic, 0x21, 0, 2, ...block(RLE, 2, true), 0x61], 'aa'],
    [
      'several frames, one of them skippable',
      [
        ...[...magic, 0x20, 2, ...block(RLE, 2, true), 0x61],
        ...[0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 9, 9, 9],
        ...[...magic, 0x20, 0, ...block(RAW, 0, true)],
        ...[...magic, 0x00, window1K, ...block(RLE, 3, true), 0x62],
      ],
      'aabbb',
    ],
    ['only a skippable frame', [0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0], ''],
  ])('the ZSTD codec reads %s', (_, packed, raw) => {
    expect(decompress(codec, packed, raw.length)).toEqual(text(raw));
  });

  it('the ZSTD codec reads a two-byte content size, which is stored as the size minus 256', () => {
    const packed = [...magic, 0x60, 44, 0, ...block(RLE, 300, true), 7];
    expect(decompress(codec, packed, 300)).toEqual(new Uint8Array(300).fill(7));
  });

  it.each([1, 3, 9, 19])('the ZSTD codec reads frames of level %i, with and without a content size', async (level) => {
    const params = { [zlib.constants.ZSTD_c_compressionLevel]: level };
    expect(decompress(codec, zlib.zstdCompressSync(long, { params }), long.length)).toEqual(long);
    expect(decompress(codec, await streamed(long, level), long.length)).toEqual(long);
  });

  it('the ZSTD codec reads a frame whose window is far larger than the page', async () => {
    // The window is 2^(10 + 31) bytes, 2 TiB. The decoder must not allocate a window of that size.
    const packed = await streamed(long);
    expect(packed[4]! & 32).toBe(0);
    packed[5] = 31 << 3;
    expect(decompress(codec, packed, long.length)).toEqual(long);
  });

  it('the ZSTD codec reads several consecutive frames', async () => {
    const packed = [...(await streamed(long.subarray(0, 1000))), ...zlib.zstdCompressSync(long.subarray(1000, 5000))];
    expect(decompress(codec, packed, 5000)).toEqual(long.subarray(0, 5000));
  });

  it.each([
    ['a wrong magic number', [0x28, 0xb5, 0x2f, 0xfc, 0x20, 0], 0, ['CORRUPT', 0]],
    ['a reserved bit', [...magic, 0x28, 0, ...block(RAW, 0, true)], 0, ['CORRUPT', 4]],
    ['a dictionary', [...magic, 0x21, 5, 2, ...block(RLE, 2, true), 0x61], 2, ['CORRUPT', 5]],
    ['a reserved block', [...magic, 0x20, 2, ...block(RESERVED, 2, true), 0x61], 2, ['CORRUPT', 6]],
    ['a block above its window', [...magic, 0x00, window1K, ...block(RLE, 1025, true), 0x61], 1025, ['CORRUPT', 6]],
    ['a truncated block', [...magic, 0x20, 4, ...block(RAW, 4, true), 1, 2, 3], 4, ['TRUNCATED', 9]],
    ['a frame without a last block', [...magic, 0x20, 2, ...block(RLE, 2, false), 0x61], 2, ['TRUNCATED', 10]],
    ['a truncated checksum', [...magic, 0x24, 2, ...block(RLE, 2, true), 0x61, 1, 2], 2, ['TRUNCATED', 10]],
    ['a truncated skippable frame', [0x50, 0x2a, 0x4d, 0x18, 5, 0, 0, 0, 1], 0, ['TRUNCATED', 8]],
    [
      'frames that decompress to too few bytes',
      [...magic, 0x20, 2, ...block(RLE, 2, true), 0x61],
      3,
      ['TRUNCATED', 10],
    ],
    [
      'a frame that decompresses to too many bytes',
      [...magic, 0x00, window1K, ...block(RLE, 4, true), 0x61],
      3,
      ['CORRUPT', 0],
    ],
    [
      'a content size of 2^64 - 1',
      [...magic, 0xe0, ...Array(8).fill(255), ...block(RLE, 2, true), 0x61],
      2,
      ['CORRUPT', 0],
    ],
    [
      'a frame with fewer bytes than its header states',
      [...magic, 0x20, 3, ...block(RLE, 2, true), 0x61],
      3,
      ['CORRUPT', 0],
    ],
    ['a compressed block without bytes', [...magic, 0x20, 2, ...block(COMPRESSED, 0, true)], 2, ['CORRUPT', 0]],
    [
      'a compressed block in a page without bytes',
      [...magic, 0, window1K, ...block(COMPRESSED, 1, true), 0],
      0,
      ['CORRUPT', 0],
    ],
  ])('the ZSTD codec rejects %s', (_, packed, size, expected) => {
    expect(fault(codec, packed, size)).toEqual(expected);
  });

  it('the ZSTD codec rejects compressed blocks that decompress to more than the expected size', async () => {
    const packed = await streamed(long);
    expect(fault(codec, packed, 140_000)).toEqual(['CORRUPT', 0]);
    expect(fault(codec, packed, long.length - 1)).toEqual(['CORRUPT', 0]);
  });

  it('errors from the ZSTD codec have the offset of the invalid frame', () => {
    const first = zlib.zstdCompressSync(text('abcd'));
    const second = zlib.zstdCompressSync(long).slice();
    second.fill(0xff, 40, 90);
    expect(fault(codec, [...first, ...second], 4 + long.length)).toEqual(['CORRUPT', first.length]);
  });
});

describe('the preparation of the ZSTD codec', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  const packed = zlib.zstdCompressSync(long);

  it('the ZSTD codec needs no preparation on versions of Node with zstd', () => {
    expect(node.prepare).toBeUndefined();
    expect(node).not.toBe(library);
  });

  it('in runtimes without zstd, the ZSTD codec throws INVALID_ARGUMENT until prepare() is awaited', async () => {
    expect(fault(createLibraryCodec(loadWebAssembly), packed, long.length)).toEqual(['INVALID_ARGUMENT', undefined]);
    await library.prepare?.();
    await library.prepare?.();
    expect(decompress(library, packed, long.length)).toEqual(long);
  });

  it('the ZSTD codec falls back to JavaScript in a runtime without WebAssembly', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    vi.resetModules();
    const { zstd } = await import('../src/index.js');
    await zstd.prepare?.();
    expect(decompress(zstd, packed, long.length)).toEqual(long);
  });

  it('the ZSTD codec falls back to JavaScript if a content-security policy forbids compilation', async () => {
    vi.stubGlobal('WebAssembly', { instantiate: () => Promise.reject(new Error('refused by policy')) });
    vi.resetModules();
    const { zstd } = await import('../src/index.js');
    await zstd.prepare?.();
    expect(decompress(zstd, packed, long.length)).toEqual(long);
  });

  it('the ZSTD codec never uses WebAssembly in a web page or a web worker', async () => {
    const touched: PropertyKey[] = [];
    const refusing = { get: (_: object, key: PropertyKey) => touched.push(key) };
    for (const global of ['document', 'WorkerGlobalScope']) {
      vi.stubGlobal(global, {});
      vi.stubGlobal('WebAssembly', new Proxy({}, refusing));
      vi.resetModules();
      const { zstd } = await import('../src/index.js');
      await zstd.prepare?.();
      expect(decompress(zstd, packed, long.length)).toEqual(long);
      expect(touched).toEqual([]);
      vi.unstubAllGlobals();
    }
  });
});

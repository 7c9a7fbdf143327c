import { readFileSync } from 'node:fs';
import * as zlib from 'node:zlib';
import { type Codec, isParquetError } from '@marquetry/core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeWebAssembly } from '../scripts/make-webassembly.mjs';
import { brotli as library } from '../src/index.js';
import { brotli as node } from '../src/index.node.js';

const text = (value: string) => new TextEncoder().encode(value);

function decompress(codec: Codec, packed: ArrayLike<number>, size: number): Uint8Array {
  const into = new Uint8Array(size);
  codec.decompress(Uint8Array.from(packed), into);
  return into;
}

function fault(codec: Codec, packed: ArrayLike<number>, size: number): string {
  try {
    decompress(codec, packed, size);
  } catch (error) {
    if (isParquetError(error)) return error.code;
    throw error;
  }
  throw new Error('no error');
}

// These tests must come first, because the decoder starts only once per process.
describe("the Brotli codec's prepare()", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('decompress throws INVALID_ARGUMENT until prepare() has been awaited', () => {
    expect(fault(library, [0b110], 0)).toBe('INVALID_ARGUMENT');
  });

  it('prepare() rejects with UNSUPPORTED if WebAssembly is missing', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    const error: unknown = await library.prepare?.().catch((reason: unknown) => reason);
    expect(isParquetError(error) && error.code).toBe('UNSUPPORTED');
    expect(fault(library, [0b110], 0)).toBe('INVALID_ARGUMENT');
  });

  it('prepare() starts WebAssembly without fetching anything', async () => {
    vi.stubGlobal('fetch', () => expect.unreachable());
    await Promise.all([library.prepare?.(), library.prepare?.()]);
    expect(decompress(library, [0b110], 0)).toEqual(new Uint8Array(0));
  });
});

describe.each([
  ['in WebAssembly', library],
  ['on Node', node],
])('the Brotli codec %s', (_, codec) => {
  beforeAll(() => codec.prepare?.());

  // These streams are built by hand according to RFC 7932, section 9. The comments list the bits of each byte from the
  // right, with the meaning of each group of bits.
  it.each([
    // Bits: 0 (window of 2^16 bytes), 1 (last meta-block), 1 (empty).
    ['no bytes', [0b110], ''],
    // Bits: 1 001 (window of 2^(17 + 1) bytes), 1 (last meta-block), 1 (empty).
    ['an empty stream with another window', [0b110011], ''],
    // Bits: 0 (window), 0 (not the last meta-block), 00 (length in 4 nibbles), the length 4 - 1, 1 (stored), 000
    // (padding). Then four bytes, and an empty last meta-block.
    ['stored bytes', [0b0011_0000, 0b0000_0000, 0b0001_0000, ...text('abcd'), 0b11], 'abcd'],
    // Bits: 0 (window), 0 (not the last meta-block), 11 (metadata), 0 (reserved), 01 (length in one byte), the length 2
    // - 1, 0 (padding). Then two bytes, and an empty last meta-block.
    ['metadata', [0b1010_1100, 0b0000_0000, 9, 9, 0b11], ''],
  ])('the Brotli codec reads %s', (_, packed, raw) => {
    expect(decompress(codec, packed, raw.length)).toEqual(text(raw));
  });

  it.each([
    ['an empty input', [], 0, 'TRUNCATED'],
    ['a stream without a last meta-block', [0b0011_0000, 0, 0b0001_0000, ...text('abcd')], 4, 'TRUNCATED'],
    ['the reserved window', [0b0001_0001], 0, 'CORRUPT'],
    ['a stream that decompresses to too few bytes', [0b110], 1, 'TRUNCATED'],
    [
      'a stream that decompresses to too many bytes',
      [0b0011_0000, 0, 0b0001_0000, ...text('abcd'), 0b11],
      3,
      'CORRUPT',
    ],
    ['bytes after the stream', [0b110, 0], 0, 'CORRUPT'],
    // Bits: 10001000 (a large window follows), 011110 (its size is 2^30 bytes). The decoder must
    // not allocate a window of that size.
    ['a large window', [0b0001_0001, 0b0101_1110, 0b0000_0011], 0, 'CORRUPT'],
  ])('the Brotli codec rejects %s', (_, packed, size, code) => {
    expect(fault(codec, packed, size)).toBe(code);
  });

  it('the Brotli codec rejects a stream that is truncated at any byte', () => {
    const raw = text('a page of a column, '.repeat(9).concat('and no other'));
    const packed = zlib.brotliCompressSync(raw);
    for (let length = 0; length < packed.length; length++) {
      expect(fault(codec, packed.subarray(0, length), raw.length), `${length}`).toBe('TRUNCATED');
    }
  });

  it('the Brotli codec writes nothing outside `into`, however many bytes the stream decompresses to', () => {
    const bomb = zlib.brotliCompressSync(new Uint8Array(100_000_000), {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 },
    });
    expect(bomb.length).toBeLessThan(1000);
    for (const size of [0, 1, 1000, 2 ** 18, 2 ** 18 + 1]) {
      const around = new Uint8Array(size + 1000).fill(7);
      expect(() => codec.decompress(bomb, around.subarray(0, size))).toThrow(/more than/);
      expect(around.subarray(size).every((byte) => byte === 7)).toBe(true);
    }
  });

  it('the Brotli codec reads pages that are larger than the buffers of its decoder', () => {
    for (const size of [2 ** 16, 2 ** 18, 2 ** 18 + 1, 2 ** 20, 1_500_000]) {
      // The first half is incompressible, the second half compressible.
      const raw = Uint8Array.from({ length: size }, (_, i) =>
        i < size / 2 ? Math.imul(i, i * 0x9e3779b1) >>> 24 : i >> 14,
      );
      const packed = zlib.brotliCompressSync(raw, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } });
      expect(decompress(codec, packed, size)).toEqual(raw);
    }
  });

  const kinds = {
    text: readFileSync(new URL('../README.md', import.meta.url)),
    numbers: Uint8Array.from({ length: 60_000 }, (_, i) => (i % 4 === 0 ? Math.imul(i, 0x9e37) >>> 8 : i >> 12)),
    zeros: new Uint8Array(100_000),
  };
  const qualities = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

  it.each(Object.entries(kinds))('the Brotli codec reads %s in every quality, window and mode', (_, bytes) => {
    const raw = Uint8Array.from(bytes);
    for (const quality of qualities) {
      // The two highest qualities are tested with one window only: they take seconds, and produce the same kinds of
      // streams as quality 9.
      for (const window of quality < 10 ? [10, 16, 24] : [16]) {
        const packed = zlib.brotliCompressSync(raw, {
          params: {
            [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
            [zlib.constants.BROTLI_PARAM_LGWIN]: window,
            [zlib.constants.BROTLI_PARAM_MODE]: quality % 3,
          },
        });
        expect(decompress(codec, packed, raw.length), `quality ${quality}, window ${window}`).toEqual(raw);
      }
    }
  });
});

it('src/generated/webassembly.ts is what scripts/make-webassembly.mjs generates from the pinned library', () => {
  const committed = readFileSync(new URL('../src/generated/webassembly.ts', import.meta.url), 'utf8');
  expect(makeWebAssembly() === committed).toBe(true);
});

it('both variants of the Brotli codec read what Node writes, and only the Node variant writes', () => {
  const raw = text('a page of a column, '.repeat(500));
  expect(library.compress).toBeUndefined();
  const packed = node.compress?.(raw) ?? new Uint8Array(0);
  expect(packed.length).toBeLessThan(60);
  for (const codec of [library, node]) expect(decompress(codec, packed, raw.length)).toEqual(raw);
});

import { readFileSync } from 'node:fs';
import * as zlib from 'node:zlib';
import { type Codec, isParquetError } from '@marquetry/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeWords } from '../scripts/make-words.mjs';
import { wordStream } from '../scripts/word-stream.mjs';
import { wordBits } from '../src/dictionary.js';
import { brotli as javaScript } from '../src/index.js';
import { brotli as node } from '../src/index.node.js';
import { Kind, transforms } from '../src/transforms.js';

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

it('says that it is not prepared', () => {
  expect(fault(javaScript, [0x06], 0)).toBe('INVALID_ARGUMENT');
});

describe.each([
  ['in JavaScript', javaScript],
  ['on Node', node],
])('%s', (_, codec) => {
  beforeAll(() => codec.prepare?.());

  // By hand, after RFC 7932 section 9; bits of a byte from the right.
  it.each([
    // 0: window 2^16; 1 1: last and empty
    ['no bytes', [0b110], ''],
    // 1 001: window 2^18 is 17 + 1; 1 1
    ['no bytes in another window', [0b110011], ''],
    // 0; 0: not last; 00: 4 nibbles; 4 - 1 in 16 bits; 1: stored; 000: to the next byte; bytes; 1 1: last and empty
    ['stored bytes', [0b0011_0000, 0b0000_0000, 0b0001_0000, ...text('abcd'), 0b11], 'abcd'],
    // 0; 0; 11: metadata; 0; 01: one byte of length; 2 - 1; 0: to the next byte; 2 bytes; 1 1
    ['metadata', [0b1010_1100, 0b0000_0000, 9, 9, 0b11], ''],
  ])('reads %s', (_, packed, raw) => {
    expect(decompress(codec, packed, raw.length)).toEqual(text(raw));
  });

  it.each([
    ['nothing', [], 0, 'TRUNCATED'],
    ['a stream without a last meta-block', [0b0011_0000, 0, 0b0001_0000, ...text('abcd')], 4, 'TRUNCATED'],
    ['the reserved window', [0b0001_0001], 0, 'CORRUPT'],
    ['too little', [0b110], 1, 'TRUNCATED'],
    ['too much', [0b0011_0000, 0, 0b0001_0000, ...text('abcd'), 0b11], 3, 'CORRUPT'],
    ['bytes behind', [0b110, 0], 0, 'CORRUPT'],
  ])('refuses %s', (_, packed, size, code) => {
    expect(fault(codec, packed, size)).toBe(code);
  });

  const kinds = {
    text: readFileSync(new URL('../src/commands.ts', import.meta.url)),
    numbers: Uint8Array.from({ length: 60_000 }, (_, i) => (i % 4 === 0 ? Math.imul(i, 0x9e37) >>> 8 : i >> 12)),
    zeros: new Uint8Array(100_000),
  };
  const qualities = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

  it.each(Object.entries(kinds))('reads %s of every quality, window and mode', (_, bytes) => {
    const raw = Uint8Array.from(bytes);
    for (const quality of qualities) {
      // The two best take seconds, and know no more forms than 9 in other windows.
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

describe('the dictionary', () => {
  it('is what the script makes of it', () => {
    const committed = readFileSync(new URL('../src/generated/words.ts', import.meta.url), 'utf8');
    expect(makeWords() === committed).toBe(true);
  });

  it('has every word in every transform that Node has', async () => {
    await javaScript.prepare?.();
    wordBits.forEach((bits, length) => {
      if (bits === 0) return;
      transforms.forEach(([prefix, kind, suffix], transform) => {
        const cut = kind > Kind.OMIT_LAST ? kind - Kind.OMIT_LAST : Math.max(0, kind - Kind.OMIT_FIRST);
        // Some words each; the last ones of a length are those beyond ASCII.
        for (const index of [0, 1 + transform * 3, (1 << bits) - 1 - transform]) {
          const id = (transform << bits) | (index & ((1 << bits) - 1));
          const size = prefix.length + Math.max(0, length - cut) + suffix.length;
          if (size === 0) continue;
          const packed = wordStream(length, id, size);
          const expected = Uint8Array.from(zlib.brotliDecompressSync(packed));
          expect(decompress(javaScript, packed, size), `transform ${transform}`).toEqual(expected);
        }
      });
    });
  });

  it('refuses a transform that there is not', async () => {
    await javaScript.prepare?.();
    expect(fault(javaScript, wordStream(4, 121 << 10, 4), 4)).toBe('CORRUPT');
  });

  it('refuses words that are cut to nothing, of which any number would fit', async () => {
    await javaScript.prepare?.();
    const omitFirst9 = transforms.findIndex(
      ([prefix, kind, suffix]) => prefix + suffix === '' && kind === Kind.OMIT_FIRST + 9,
    );
    expect(omitFirst9).toBeGreaterThan(0);
    expect(fault(javaScript, wordStream(4, omitFirst9 << 10, 4), 4)).toBe('CORRUPT');
  });
});

it('writes on Node what both read, and not elsewhere', () => {
  const raw = text('a page of a column, '.repeat(500));
  expect(javaScript.compress).toBeUndefined();
  const packed = node.compress?.(raw) ?? new Uint8Array(0);
  expect(packed.length).toBeLessThan(60);
  for (const codec of [javaScript, node]) expect(decompress(codec, packed, raw.length)).toEqual(raw);
});

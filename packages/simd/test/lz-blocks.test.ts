import { createLz4Raw, lz4Raw } from '@marquetry/codec-lz4';
import { createSnappy, snappy } from '@marquetry/codec-snappy';
import { type Codec, isParquetError } from '@marquetry/core';
import { fullOr } from '@marquetry/test-support/full.js';
import { describe, expect, test } from 'vitest';
import { litter, memory, noise, sameBytes, simd } from './arena-memory.js';

/** The number of calls to the kernel, and the number of those calls that decompressed the bytes. */
const asked = { times: 0, given: 0 };

const codecs: readonly (readonly [name: string, javascript: Codec, webAssembly: Codec])[] = [
  [
    'SNAPPY',
    snappy,
    createSnappy({
      snappyDecompress(packed, position, into) {
        return count(simd.snappyDecompress(packed, position, into));
      },
    }),
  ],
  [
    'LZ4_RAW',
    lz4Raw,
    createLz4Raw({
      lz4Decompress(packed, into) {
        return count(simd.lz4Decompress(packed, into));
      },
    }),
  ],
];

function count(isGiven: boolean): boolean {
  asked.times++;
  if (isGiven) asked.given++;
  return isGiven;
}

/** Returns the decompressed bytes, or the message of the error. Checks that nothing outside of `into` is written. */
function outcomeOf(codec: Codec, packed: Uint8Array, size: number): Uint8Array | string {
  const around = new Uint8Array(size + 64).fill(0xa5);
  const into = around.subarray(32, 32 + size);
  let outcome: Uint8Array | string = into;
  try {
    codec.decompress(packed, into);
  } catch (error) {
    if (!isParquetError(error)) throw error;
    outcome = error.message;
  }
  const edges = [...around.subarray(0, 32), ...around.subarray(32 + size)];
  if (edges.some((byte) => byte !== 0xa5)) throw new Error('bytes outside the output were written');
  return outcome;
}

/** Checks that both codecs return the same bytes or throw the same error. Returns true if they return bytes. */
function isSame(javascript: Codec, webAssembly: Codec, packed: Uint8Array, size: number): boolean {
  const expected = outcomeOf(javascript, packed, size);
  litter(0xff);
  const found = outcomeOf(webAssembly, packed, size);
  if (typeof expected === 'string' || typeof found === 'string') expect(found).toBe(expected);
  else if (!sameBytes(found, expected))
    throw new Error(`decompressing ${packed.length} bytes to ${size} bytes gave different bytes`);
  return typeof found !== 'string';
}

/** Returns text of `words` different words, in pseudo-random order. */
function text(length: number, words: number, seed = 1): Uint8Array<ArrayBuffer> {
  const order = noise(length, seed);
  const bytes = new Uint8Array(length);
  for (let at = 0, i = 0; at < length; i++) {
    const word = `${(order[i] ?? 0) % words}`.repeat(1 + ((order[i] ?? 0) % 7));
    for (const letter of `${word} `) if (at < length) bytes[at++] = letter.charCodeAt(0);
  }
  return bytes;
}

const large = 700_000;
const samples: readonly (readonly [name: string, raw: Uint8Array])[] = [
  ['text', text(large, 200)],
  ['few words', text(large, 3)],
  ['zeros', new Uint8Array(large)],
  ['alternating noise and zeros', noise(large).map((byte, i) => (Math.floor(i / 90_000) % 2 === 0 ? byte : 0))],
  ['a period of 60,000', noise(large).map((_, i, all) => all[i % 60_000] ?? 0)],
  ...[1, 2, 3, 5, 7, 15, 16, 17, 31, 33, 1000].map(
    (period) => [`a period of ${period}`, noise(10_000).map((_, i, all) => all[i % period] ?? 0)] as const,
  ),
  ...[256, 257, 300, 1000, 65_535, 65_536, 65_537, 135_168, 202_752, 202_753].map(
    (length) => [`${length} bytes of text`, text(length, 50)] as const,
  ),
];

describe.each(codecs)('%s', (_, javascript, webAssembly) => {
  const compress = (raw: Uint8Array): Uint8Array => javascript.compress?.(raw) ?? new Uint8Array(0);

  test.each(samples)('WebAssembly decompresses %s', (_, raw) => {
    const packed = compress(raw);
    const before = { ...asked };
    expect(isSame(javascript, webAssembly, packed, raw.length)).toBe(true);
    expect(asked).toEqual({ times: before.times + 1, given: before.given + 1 });
    const into = new Uint8Array(raw.length);
    webAssembly.decompress(packed, into);
    expect(sameBytes(into, raw)).toBe(true);
  });

  test('JavaScript handles short and incompressible blocks', () => {
    for (const raw of [text(255, 3), noise(large)]) {
      const { given } = asked;
      expect(isSame(javascript, webAssembly, compress(raw), raw.length)).toBe(true);
      expect(asked.given).toBe(given);
    }
  });

  test('decompressing a page of any size in WebAssembly does not make the memory grow', () => {
    const raw = text(fullOr(9_000_000, 2_000_000), 100);
    const before = simd.memoryBytes;
    expect(isSame(javascript, webAssembly, compress(raw), raw.length)).toBe(true);
    expect(simd.memoryBytes).toBe(before);
  });

  test('a block in the scratch memory of the kernels is decompressed to the same scratch memory', () => {
    const raw = text(300_000, 60);
    const packed = compress(raw);
    const lent = simd.scratch(packed.length + raw.length);
    lent.set(packed);
    const into = lent.subarray(packed.length);
    webAssembly.decompress(lent.subarray(0, packed.length), into);
    expect(sameBytes(into, raw)).toBe(true);
    expect(sameBytes(lent.subarray(0, packed.length), packed)).toBe(true);
  });

  test('truncated blocks and blocks of an unexpected size throw the same errors as in JavaScript', () => {
    const raw = text(1500, 9);
    const packed = compress(raw);
    for (let length = 0; length < packed.length; length += fullOr(1, 5)) {
      expect(isSame(javascript, webAssembly, packed.subarray(0, length), raw.length)).toBe(false);
    }
    for (const size of [0, 1, 300, 1499, 1501, 5000]) isSame(javascript, webAssembly, packed, size);
    const long = compress(samples[0]?.[1] ?? raw);
    for (let length = 5; length < long.length; length += fullOr(4_999, 39_989)) {
      expect(isSame(javascript, webAssembly, long.subarray(0, length), large)).toBe(false);
    }
  });

  test('decompressing a block with any one byte changed has the same result in WebAssembly as in JavaScript', () => {
    let readable = 0;
    for (const raw of [text(1200, 9), noise(400), new Uint8Array(3000), text(800, 2, 7)]) {
      const packed = compress(raw);
      for (let at = 0; at < packed.length; at += fullOr(1, 7)) {
        for (const change of [0x01, 0x04, 0x10, 0x40, 0xff]) {
          const changed = packed.slice();
          changed[at] = (packed[at] ?? 0) ^ change;
          if (isSame(javascript, webAssembly, changed, raw.length)) readable++;
        }
      }
    }
    expect(readable).toBeGreaterThan(fullOr(100, 10));
  });

  test('decompressing a long block with one changed byte has the same result in WebAssembly as in JavaScript', () => {
    const [, raw] = samples[4] ?? ['', new Uint8Array(0)];
    for (const source of [raw, text(400_000, 80)]) {
      const packed = compress(source);
      const places = noise(120, source.length);
      for (let i = 0; i < 120; i += fullOr(2, 10)) {
        const changed = packed.slice();
        const at = Math.floor((((places[i] ?? 0) + (places[i + 1] ?? 0) / 256) / 256) * packed.length);
        changed[at] = (packed[at] ?? 0) ^ (1 << (i % 8));
        isSame(javascript, webAssembly, changed, source.length);
      }
    }
  });

  test('decompressing random bytes has the same result in WebAssembly as in JavaScript', () => {
    for (let seed = 1; seed < 400; seed += fullOr(1, 6)) {
      const bytes = noise(1 + ((seed * 37) % 900), seed);
      isSame(javascript, webAssembly, bytes, 256 + ((seed * 53) % 3000));
      // The bytes start with a valid Snappy size, so that the elements are read.
      isSame(javascript, webAssembly, Uint8Array.of(0x80, 0x08, ...bytes), 1024);
    }
  });

  test('decompressing in WebAssembly does not change the lookup tables or the scratch memory of the kernels', () => {
    const raw = text(600_000, 40);
    const packed = compress(raw);
    const lent = simd.scratch(64).fill(0x77);
    const tables = memory().slice(1024, 22_528);
    webAssembly.decompress(packed, new Uint8Array(raw.length));
    expect(sameBytes(memory().slice(1024, 22_528), tables)).toBe(true);
    expect(lent.every((byte) => byte === 0x77)).toBe(true);
  });
});

test.each(codecs)(
  '%s decompresses into the memory of the kernels, and writes at most 128 bytes after the output',
  (_, javascript, webAssembly) => {
    for (const length of [300, 5000, 70_000, 200_000]) {
      const raw = noise(length).map((_, i, all) => all[i % 97] ?? 0);
      const packed = javascript.compress?.(raw) ?? new Uint8Array(0);
      const lent = simd.scratch(length + 256).fill(9);
      webAssembly.decompress(packed, lent.subarray(0, length));
      expect(sameBytes(lent.subarray(0, length), raw)).toBe(true);
      expect(lent.subarray(length + 128).every((byte) => byte === 9)).toBe(true);
      expect(() => webAssembly.decompress(packed.subarray(0, -1), lent.subarray(0, length))).toThrow();
    }
  },
);

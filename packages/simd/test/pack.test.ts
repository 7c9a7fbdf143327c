/** Compares blocks compressed by the WebAssembly kernels with blocks compressed in JavaScript, byte for byte. */
import { createLz4Raw, lz4Raw } from '@marquetry/codec-lz4';
import { createSnappy, snappy } from '@marquetry/codec-snappy';
import type { Codec } from '@marquetry/core';
import { compress } from '@marquetry/test-support/codec-bytes.js';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { litter, noise, sameBytes, simd } from './arena-memory.js';

/** A codec, and the lengths and distances at which its encoding or the behavior of its kernel changes. */
interface Packing {
  readonly javaScript: Codec;
  readonly webAssembly: Codec;
  readonly lengths: readonly number[];
  readonly periods: readonly number[];
  readonly literals: readonly number[];
  readonly distances: readonly number[];
  readonly matches: readonly number[];
  /** Number of bytes after a match, so that the match is not at the end of the block, which must be literal. */
  readonly rest: number;
}

const snappyPacking: Packing = {
  javaScript: snappy,
  webAssembly: createSnappy(simd),
  lengths: [
    ...[0, 1, 2, 14, 15, 16, 17, 31, 32, 60, 61, 62, 255, 256, 257, 300],
    ...[65_535, 65_536, 65_537, 131_072, 131_100],
  ],
  periods: [1, 2, 3, 5, 8, 60, 61, 70_000],
  literals: [59, 60, 61, 62, 255, 256, 257, 258],
  distances: [1, 2, 3, 4, 7, 8, 9, 2047, 2048, 2049, 65_000],
  matches: Array.from({ length: 137 }, (_, i) => 4 + i),
  rest: 40,
};

const lz4Packing: Packing = {
  javaScript: lz4Raw,
  webAssembly: createLz4Raw(simd),
  lengths: [
    ...[0, 1, 14, 15, 16, 31, 255, 256, 257, 270, 300],
    ...[32_767, 32_768, 32_769, 32_783, 65_536, 98_304, 131_100],
  ],
  periods: [1, 2, 3, 5, 8, 60, 61, 32_768, 65_535, 65_536, 70_000],
  literals: [14, 15, 16, 269, 270, 271, 524, 525, 526],
  distances: [1, 2, 3, 4, 7, 8, 9, 2048, 32_768, 40_000, 65_000, 65_535, 65_536, 65_537],
  matches: [4, 5, 18, 19, 20, 33, 273, 274, 275, 530],
  rest: 300,
};

/**
 * Compresses with the kernel, whatever its memory contained before. Throws if the result differs from that of
 * JavaScript.
 */
function packedAlike({ javaScript, webAssembly }: Packing, raw: Uint8Array): Uint8Array {
  const expected = compress(javaScript, raw);
  for (const byte of [0, 0xff]) {
    litter(byte);
    if (!sameBytes(compress(webAssembly, raw), expected))
      throw new Error(`different bytes for an input of ${raw.length}`);
  }
  const back = new Uint8Array(raw.length);
  javaScript.decompress(expected, back);
  if (!sameBytes(back, raw)) throw new Error('JavaScript does not restore the bytes that it compressed');
  return expected;
}

/** Generates a few bytes, or many repeats of even fewer bytes. */
const part = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => ({ bytes, times: 1 })),
  fc.record({ bytes: fc.uint8Array({ minLength: 1, maxLength: 9 }), times: fc.integer({ min: 1, max: 4000 }) }),
);

describe.each([
  ['SNAPPY', snappyPacking],
  ['LZ4_RAW', lz4Packing],
])('%s compression in WebAssembly', (_, packing) => {
  const { javaScript, webAssembly, lengths, periods, literals, distances, matches, rest } = packing;

  test.each(lengths)(
    'WebAssembly writes the same block as JavaScript for %i random bytes, and for the same number of bytes in a short repeating pattern',
    (length) => {
      expect(packedAlike(packing, noise(length)).length).toBeGreaterThanOrEqual(length);
      for (const period of periods)
        packedAlike(
          packing,
          noise(length).map((_, i, all) => all[i % period] ?? 0),
        );
    },
  );

  test.each(literals)('WebAssembly writes the same block as JavaScript for a %i-byte literal before a match', (n) => {
    packedAlike(packing, Uint8Array.of(...noise(n, 3), ...noise(n, 3), ...noise(rest, 4)));
  });

  test('WebAssembly writes the same block as JavaScript for matches of every length and many distances', () => {
    for (const distance of distances) {
      for (const length of matches) {
        const raw = noise(distance + length + rest, 7);
        raw.copyWithin(distance, 0, length);
        packedAlike(packing, raw);
      }
    }
  });

  test('WebAssembly writes the same block as JavaScript for arrays in the scratch memory of the kernels, and does not change the input', () => {
    const raw = noise(200_000).map((byte) => byte & 7);
    const expected = compress(javaScript, raw);
    const lent = simd.scratch(raw.length);
    lent.set(raw);
    expect(sameBytes(compress(webAssembly, lent), expected)).toBe(true);
    expect(sameBytes(lent, raw)).toBe(true);
  });

  test('WebAssembly writes the same block as JavaScript for any bytes', () => {
    const property = fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const runs = parts.flatMap(({ bytes, times }) => Array<number[]>(times).fill([...bytes]));
      packedAlike(packing, Uint8Array.from(runs.flat()));
    });
    fc.assert(property, { numRuns: fullOr(1000, 60) });
  });
});

describe('LZ4_RAW', () => {
  test('LZ4_RAW uses matches that start in the previous fragment, and literals that span several fragments', () => {
    const piece = noise(20_000);
    const far = new Uint8Array(100_000);
    for (let i = 0; i < 5; i++) far.set(piece, 20_000 * i);
    expect(packedAlike(lz4Packing, far).length).toBeLessThan(25_000);
    // These lengths cause literals that start in the previous fragment, and more literals than the kernel can keep.
    for (const length of [30_000, 40_000, 60_000, 70_000, 120_000]) {
      const raw = new Uint8Array(2 * length + 2000);
      raw.set(noise(length, 5));
      raw.set(noise(length, 6), length + 1000);
      packedAlike(lz4Packing, raw);
    }
  });

  test('lz4Compress leaves input to JavaScript if it finds no match for many bytes', () => {
    const packed = new Uint8Array(200_000);
    expect(simd.lz4Compress?.(noise(190_000), packed)).toBe(0);
    expect(simd.lz4Compress?.(noise(90_000), packed)).toBe(0);
    expect(simd.lz4Compress?.(noise(60_000), packed)).toBeGreaterThan(60_000);
  });
});

import { createLz4Raw, lz4Raw } from '@marquetry/codec-lz4';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { litter, noise, sameBytes, simd } from './arena-memory.js';

const webAssembly = createLz4Raw(simd);

/** Packed by the kernel with anything in the arena; throws where that differs from what JavaScript packs. */
function packedAlike(raw: Uint8Array): Uint8Array {
  const expected = lz4Raw.compress?.(raw) ?? new Uint8Array(0);
  for (const byte of [0, 0xff]) {
    litter(byte);
    const packed = webAssembly.compress?.(raw) ?? new Uint8Array(0);
    if (!sameBytes(packed, expected)) throw new Error(`other bytes, of ${raw.length}`);
  }
  const back = new Uint8Array(raw.length);
  lz4Raw.decompress(expected, back);
  if (!sameBytes(back, raw)) throw new Error('JavaScript does not unpack what it packed');
  return expected;
}

test.each([0, 1, 14, 15, 16, 31, 255, 256, 257, 270, 300, 32_767, 32_768, 32_769, 32_783, 65_536, 98_304, 131_100])(
  'packs %i bytes of noise, a letter and a short period as JavaScript does',
  (length) => {
    expect(packedAlike(noise(length)).length).toBeGreaterThanOrEqual(length);
    for (const period of [1, 2, 3, 5, 8, 60, 61, 32_768, 65_535, 65_536, 70_000]) {
      packedAlike(noise(length).map((_, i, all) => all[i % period] ?? 0));
    }
  },
);

test.each([14, 15, 16, 269, 270, 271, 524, 525, 526])(
  'packs a literal of %i bytes before a match as JavaScript does',
  (n) => {
    packedAlike(Uint8Array.of(...noise(n, 3), ...noise(n, 3), ...noise(300, 4)));
  },
);

test('packs matches of every length and many distances as JavaScript does', () => {
  for (const distance of [1, 2, 3, 4, 7, 8, 9, 2048, 32_768, 40_000, 65_000, 65_535, 65_536, 65_537]) {
    for (const length of [4, 5, 18, 19, 20, 33, 273, 274, 275, 530]) {
      const raw = noise(distance + length + 300, 7);
      raw.copyWithin(distance, 0, length);
      packedAlike(raw);
    }
  }
});

test('uses matches that start in the fragment before, and literals of several fragments', () => {
  const piece = noise(20_000);
  const far = new Uint8Array(100_000);
  for (let i = 0; i < 5; i++) far.set(piece, 20_000 * i);
  expect(packedAlike(far).length).toBeLessThan(25_000);
  // Literals that reach into the fragment before, and more of them than the kernel holds.
  for (const length of [30_000, 40_000, 60_000, 70_000, 120_000]) {
    const raw = new Uint8Array(2 * length + 2000);
    raw.set(noise(length, 5));
    raw.set(noise(length, 6), length + 1000);
    packedAlike(raw);
  }
});

test('leaves to JavaScript what has no match within the bytes that matches reach back to', () => {
  const packed = new Uint8Array(200_000);
  expect(simd.lz4Compress?.(noise(190_000), packed)).toBe(0);
  expect(simd.lz4Compress?.(noise(90_000), packed)).toBe(0);
  expect(simd.lz4Compress?.(noise(60_000), packed)).toBeGreaterThan(60_000);
});

test('packs arrays that lie in scratch memory, and leaves them as they are', () => {
  const raw = noise(200_000).map((byte) => byte & 7);
  const expected = lz4Raw.compress?.(raw) ?? new Uint8Array(0);
  const lent = simd.scratch(raw.length);
  lent.set(raw);
  expect(sameBytes(webAssembly.compress?.(lent) ?? raw, expected)).toBe(true);
  expect(sameBytes(lent, raw)).toBe(true);
});

test('packs any bytes as JavaScript does', () => {
  const stretch = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => ({ bytes, times: 1 })),
    fc.record({ bytes: fc.uint8Array({ minLength: 1, maxLength: 9 }), times: fc.integer({ min: 1, max: 4000 }) }),
  );
  const property = fc.property(fc.array(stretch, { maxLength: 60 }), (stretches) => {
    packedAlike(
      Uint8Array.from(
        stretches.flatMap(({ bytes, times }) =>
          Array(times)
            .fill([...bytes])
            .flat(),
        ),
      ),
    );
  });
  fc.assert(property, { numRuns: fullOr(1000, 60) });
});

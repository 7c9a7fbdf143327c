import { createSnappy, snappy } from '@marquetry/codec-snappy';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { litter, noise, sameBytes, simd } from './arena-memory.js';

const webAssembly = createSnappy(simd);

/** Packed by the kernel with anything in the arena; throws where that differs from what JavaScript packs. */
function packedAlike(raw: Uint8Array): Uint8Array {
  const expected = snappy.compress?.(raw) ?? new Uint8Array(0);
  for (const byte of [0, 0xff]) {
    litter(byte);
    const packed = webAssembly.compress?.(raw) ?? new Uint8Array(0);
    if (!sameBytes(packed, expected)) throw new Error(`other bytes, of ${raw.length}`);
  }
  const back = new Uint8Array(raw.length);
  snappy.decompress(expected, back);
  if (!sameBytes(back, raw)) throw new Error('JavaScript does not unpack what it packed');
  return expected;
}

test.each([0, 1, 2, 14, 15, 16, 17, 31, 32, 60, 61, 62, 255, 256, 257, 300, 65_535, 65_536, 65_537, 131_072, 131_100])(
  'packs %i bytes of noise, a letter and a short period as JavaScript does',
  (length) => {
    expect(packedAlike(noise(length)).length).toBeGreaterThanOrEqual(length);
    for (const period of [1, 2, 3, 5, 8, 60, 61, 70_000]) {
      packedAlike(noise(length).map((_, i, all) => all[i % period] ?? 0));
    }
  },
);

test.each([59, 60, 61, 62, 255, 256, 257, 258])(
  'packs a literal of %i bytes before a match as JavaScript does',
  (n) => {
    packedAlike(Uint8Array.of(...noise(n, 3), ...noise(n, 3), ...noise(40, 4)));
  },
);

test('packs matches of every length and many distances as JavaScript does', () => {
  for (const distance of [1, 2, 3, 4, 7, 8, 9, 2047, 2048, 2049, 65_000]) {
    for (let length = 4; length <= 140; length++) {
      const raw = noise(distance + length + 40, 7);
      raw.copyWithin(distance, 0, length);
      packedAlike(raw);
    }
  }
});

test('packs arrays that lie in scratch memory, and leaves them as they are', () => {
  const raw = noise(200_000).map((byte) => byte & 7);
  const expected = snappy.compress?.(raw) ?? new Uint8Array(0);
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

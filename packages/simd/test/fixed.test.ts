/**
 * Tests that WebAssembly kernels write the same bytes as the JavaScript kernels, and no other bytes, whatever their
 * memory contained before.
 */
import { javascriptKernels as js } from '@marquetry/bit-io';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noise, sameBytes, simd, withAnyArena } from './arena-memory.js';

const canary = 0x5a5a5a5a | 0;
const seed = fc.integer({ min: 1, max: 1e6 });
/**
 * Generates small counts, counts around the thresholds and around one region of memory, and counts that need several
 * regions.
 */
const count = fc.oneof(
  fc.integer({ min: 0, max: 700 }),
  fc.integer({ min: 8180, max: 8200 }),
  fc.integer({ min: 16_370, max: 16_400 }),
  fc.integer({ min: 30_000, max: 40_000 }),
);

/** The memory of an array: the heap, or the memory of the kernels. */
type Place = 'heap' | 'arena';
const place = fc.constantFrom<Place>('heap', 'arena');

test.each(Array.from({ length: 33 }, (_, width) => width))(
  'unpack returns the same as JavaScript at width %i',
  (width) => {
    fc.assert(
      fc.property(count, seed, fc.nat(9), fc.nat(3), fc.nat(40), (n, s, position, from, behind) => {
        const source = noise(position + Math.ceil((n * width) / 8) + behind, s);
        const run = (kernels: typeof js): Int32Array => {
          const target = new Int32Array(from + n + 5).fill(canary);
          kernels.unpack(source, position, width, target, from, n);
          return target;
        };
        const found = withAnyArena(() => run(simd));
        expect(sameBytes(found, run(js))).toBe(true);
        expect([...found.subarray(0, from), ...found.subarray(from + n)]).toEqual(Array(from + 5).fill(canary));
      }),
      { numRuns: fullOr(25, 6) },
    );
  },
);

test('unpack works on arrays in the memory of the kernels, and writes only the values', () => {
  fc.assert(
    fc.property(count, seed, fc.integer({ min: 1, max: 31 }), place, place, (n, s, width, from, to) => {
      const packed = Math.ceil((n * width) / 8);
      const bytes = noise(packed, s);
      const lent = simd.scratch(packed + 15 + 4 * (n + 8)).fill(0x5a);
      const source = from === 'heap' ? bytes : lent.subarray(0, packed);
      source.set(bytes);
      const at = Math.ceil(packed / 16) * 16;
      const target =
        to === 'heap' ? new Int32Array(n + 8).fill(canary) : new Int32Array(lent.buffer, lent.byteOffset + at, n + 5);
      simd.unpack(source, 0, width, target, 2, n);
      const expected = new Int32Array(target.length).fill(canary);
      js.unpack(bytes, 0, width, expected, 2, n);
      expect(sameBytes(target, expected)).toBe(true);
    }),
    { numRuns: fullOr(150, 30) },
  );
});

describe.each([1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 31, 32, 33])('BYTE_STREAM_SPLIT of width %i', (width) => {
  test('joinStreams in WebAssembly returns the same values as in JavaScript', () => {
    fc.assert(
      fc.property(count, seed, fc.nat(5), fc.nat(20), fc.nat(5), (n, s, position, apart, at) => {
        const stride = n + apart;
        const source = noise(position + (width - 1) * stride + n, s);
        const run = (kernels: typeof js): Uint8Array => {
          const target = new Uint8Array(at + n * width + 7).fill(0x5a);
          kernels.joinStreams(source, position, stride, width, target, at, n);
          return target;
        };
        expect(
          sameBytes(
            withAnyArena(() => run(simd)),
            run(js),
          ),
        ).toBe(true);
      }),
      { numRuns: fullOr(25, 6) },
    );
  });

  test('splitStreams in WebAssembly returns the same streams as in JavaScript', () => {
    fc.assert(
      fc.property(count, seed, fc.nat(5), fc.nat(20), fc.nat(5), (n, s, position, apart, at) => {
        const stride = n + apart;
        const source = noise(at + n * width, s);
        const run = (kernels: typeof js): Uint8Array => {
          const target = new Uint8Array(position + (width - 1) * stride + n + 7).fill(0x5a);
          kernels.splitStreams(source, at, width, target, position, stride, n);
          return target;
        };
        expect(
          sameBytes(
            withAnyArena(() => run(simd)),
            run(js),
          ),
        ).toBe(true);
      }),
      { numRuns: fullOr(25, 6) },
    );
  });
});

test('joinStreams works on arrays in the memory of the kernels', () => {
  fc.assert(
    fc.property(count, seed, fc.constantFrom(2, 4, 8, 12), place, place, (n, s, width, from, to) => {
      const bytes = noise(n * width, s);
      const lent = simd.scratch(2 * n * width + 32).fill(0x5a);
      const source = from === 'heap' ? bytes : lent.subarray(0, n * width);
      source.set(bytes);
      const target = to === 'heap' ? new Uint8Array(n * width + 32).fill(0x5a) : lent.subarray(n * width);
      simd.joinStreams(source, 0, n, width, target, 3, n);
      const expected = new Uint8Array(target.length).fill(0x5a);
      js.joinStreams(bytes, 0, n, width, expected, 3, n);
      expect(sameBytes(target, expected)).toBe(true);
    }),
    { numRuns: fullOr(100, 20) },
  );
});

const gathers = [
  ['gather32', 1],
  ['gather64', 2],
] as const;
test.each(gathers)('the kernel %s copies the same elements as JavaScript', (name, words) => {
  fc.assert(
    fc.property(
      count,
      seed,
      fc.integer({ min: 1, max: 20_000 }),
      fc.nat(4),
      fc.nat(4),
      place,
      (n, s, entries, from, at, where) => {
        const source = new Int32Array(noise(4 * words * entries, s).buffer);
        const indices = new Int32Array(noise(4 * (from + n), s + 1).buffer).map((word) => (word >>> 0) % entries);
        const run = (kernels: typeof js): Int32Array => {
          const target = new Int32Array(words * (at + n + 2)).fill(canary);
          let taken: Int32Array = indices;
          if (kernels === simd && where === 'arena') {
            const lent = simd.scratch(4 * indices.length);
            taken = new Int32Array(lent.buffer, lent.byteOffset, indices.length);
            taken.set(indices);
          }
          kernels[name](source, taken, from, n, target, at);
          return target;
        };
        expect(
          sameBytes(
            withAnyArena(() => run(simd)),
            run(js),
          ),
        ).toBe(true);
      },
    ),
    { numRuns: fullOr(100, 20) },
  );
});

test('gathering with an index that is too large returns the last element of the dictionary, not memory after it', () => {
  const indices = new Int32Array(1000).fill(-1);
  indices[500] = 2 ** 31 - 1;
  const target = new Int32Array(1000);
  simd.gather32(Int32Array.of(7, 8, 9), indices, 0, 1000, target, 0);
  expect(target).toEqual(new Int32Array(1000).fill(9));
  const wide = new Int32Array(2000);
  simd.gather64(Int32Array.of(7, 8, 9, 10), indices, 0, 1000, wide, 0);
  expect(wide).toEqual(new Int32Array(2000).map((_, i) => 9 + (i & 1)));
});

test('largestIndex returns the same index as JavaScript, even for indices of 2^31 and above', () => {
  fc.assert(
    fc.property(count, seed, fc.nat(5), fc.nat(31), (n, s, from, shift) => {
      const indices = new Int32Array(noise(4 * (from + n + 3), s).buffer).map((word) => word >>> shift);
      expect(withAnyArena(() => simd.largestIndex(indices, from, n))).toBe(js.largestIndex(indices, from, n));
    }),
    { numRuns: fullOr(150, 30) },
  );
});

test('crc32 returns the same checksum as zlib for inputs of many lengths', async () => {
  const { crc32 } = await import('node:zlib');
  for (const n of [0, 1, 15, 16, 17, 31, 4096, 65_535, 65_536, 65_537, 200_000]) {
    const bytes = noise(n, n + 1);
    expect(simd.crc32(bytes)).toBe(crc32(bytes) | 0);
  }
});

test('WebAssembly kernels leave a call to JavaScript if a range exceeds its array, and access no memory outside the arrays', () => {
  const short = noise(10);
  const target = new Int32Array(1000);
  simd.unpack(short, 4, 12, target, 0, 1000);
  const expected = new Int32Array(1000);
  js.unpack(short, 4, 12, expected, 0, 1000);
  expect(target).toEqual(expected);
  expect(simd.readRuns(short, { position: 8 }, 10, 12, new Int32Array(10), 5, 1000)).toBe(0);
  expect(simd.readLevels(short, { position: 8 }, 10, 3, new Uint8Array(10), 5, 1000, 7)).toBe(0);
  expect(simd.readDeltaBlocks(short, { position: 0 }, 10, 4, 32, 1, new Int32Array(4), target, 990, 1000)).toBe(0);
  expect(
    simd.readDeltaBlocks(short, { position: 0 }, 10, 2 ** 20, 2 ** 20, 1, new Int32Array(4), target, 0, 1000),
  ).toBe(0);
  expect(simd.scaleDoubles(short, 4, 12, 0, 1, 1, new Float64Array(1000), 0, 1000)).toBe(false);
  expect(simd.scaleFloats(short, 4, 12, 0, 1, 1, new Float32Array(1000), 0, 1000)).toBe(false);
});

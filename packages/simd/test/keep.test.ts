/** Tests that the kernel keeps the same entries as the JavaScript loop, and writes nothing else. */
import { keepWords } from '@marquetry/bit-io';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { litter, noise, sameBytes, simd } from './arena-memory.js';

const given = fc.record({
  unit: fc.constantFrom(1, 2),
  // Counts of a few entries, and of entries that take up to 64 KiB, the maximum.
  count: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 8150, max: 8192 })),
  at: fc.nat(4),
  /** The average number of ones per 256 bits. */
  often: fc.constantFrom(0, 3, 128, 250, 256),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

/** Returns bits, of which about `often` in 256 are 1. The bits that belong to no entry are 0. */
function bitsOf(count: number, often: number, seed: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(count / 8));
  const random = noise(count, seed);
  for (let i = 0; i < count; i++) {
    bits[i >> 3] = (bits[i >> 3] as number) | (Number((random[i] as number) < often) << (i & 7));
  }
  return bits;
}

/** Copies arrays to the memory of the kernels. */
function lent(words: Int32Array, bits: Uint8Array): { source: Int32Array; mask: Uint8Array } {
  const bitsAt = Math.ceil((words.byteLength + 128) / 16) * 16;
  const memory = simd.scratch(bitsAt + bits.length);
  const source = new Int32Array(memory.buffer, memory.byteOffset, words.length);
  source.set(words);
  const mask = memory.subarray(bitsAt, bitsAt + bits.length);
  mask.set(bits);
  return { source, mask };
}

test('simd.keepWords keeps the same entries as JavaScript, and writes no other entry of the target', () => {
  fc.assert(
    fc.property(given, ({ unit, count, at, often, seed }) => {
      const words = new Int32Array(noise(4 * unit * count, seed + 1).buffer);
      const bits = bitsOf(count, often, seed);
      const expected = new Int32Array(unit * (at + count + 2)).fill(-1);
      const end = keepWords(words, unit, 0, bits, 0, count, expected, at);
      expected.fill(-1, unit * end);
      for (const byte of [0, 0xff]) {
        litter(byte);
        const target = new Int32Array(expected.length).fill(-1);
        const { source, mask } = lent(words, bits);
        expect(simd.keepWords(source, unit as 1 | 2, mask, count, target, at)).toBe(true);
        expect(sameBytes(target, expected)).toBe(true);
      }
    }),
    { numRuns: fullOr(300, 60) },
  );
});

test('simd.keepWords returns false and writes nothing if its arrays are not in the memory of the kernels', () => {
  const target = Int32Array.of(-1, -1);
  expect(simd.keepWords(Int32Array.of(5, 6), 1, Uint8Array.of(3), 2, target, 0)).toBe(false);
  expect([...target]).toEqual([-1, -1]);
});

/**
 * Values that are kept by bits, over both kernel sets.
 */
import { keepWords } from '@marquetry/bit-io';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { litter, noise, simd } from './arena-memory.js';

test('keeps the values whose bit is 1, as the kernels in JavaScript do', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.nat(600), fc.integer({ min: 8000, max: 40_000 })),
      fc.constantFrom(1, 2, 3),
      fc.constantFrom(0, 1, 5, 8, 64),
      fc.nat(3),
      fc.constantFrom('few', 'half', 'all'),
      fc.integer({ min: 1, max: 1e6 }),
      (count, unit, bit, from, share, seed) => {
        const source = new Int32Array(noise(4 * unit * (from + count + 2), seed).buffer);
        const bits = noise(Math.ceil((bit + count) / 8), seed + 1);
        const others = noise(bits.length, seed + 2);
        if (share !== 'half')
          for (const [i, other] of others.entries()) bits[i]! = share === 'all' ? 0xff : bits[i]! & other;
        const expected = new Int32Array(unit * (count + 2)).fill(-7);
        const end = keepWords(source, unit, from, bits, bit, count, expected, 2);
        for (const byte of [0, 0xff]) {
          litter(byte);
          // Just the room that is needed.
          const target = new Int32Array(unit * end).fill(-7);
          expect(simd.keepWords?.(source, unit, from, bits, bit, count, target, 2)).toBe(end);
          expect(target).toEqual(expected.subarray(0, unit * end));
        }
      },
    ),
    { seed: 11, numRuns: 150 },
  );
});

test('keeps values where they lie in the memory of the kernels', () => {
  const count = 5000;
  const memory = simd.scratch?.(4 * count) as Uint8Array;
  const source = new Int32Array(memory.buffer, memory.byteOffset, count).map((_, i) => i * 3);
  new Int32Array(memory.buffer, memory.byteOffset, count).set(source);
  const bits = noise(count / 8, 3);
  const target = new Int32Array(count);
  const expected = new Int32Array(count);
  const end = keepWords(source, 1, 0, bits, 0, count, expected, 0);
  const lent = new Int32Array(memory.buffer, memory.byteOffset, count);
  expect(simd.keepWords?.(lent, 1, 0, bits, 0, count, target, 0)).toBe(end);
  expect(target.subarray(0, end)).toEqual(expected.subarray(0, end));
});

/** Checks the JavaScript and WebAssembly kernels `compareBelow` against JavaScript's operators, value by value. */
import { compareBelow, keepWords } from '@marquetry/bit-io';
import type { ComparisonType } from '@marquetry/core';
import { fullOr } from '@marquetry/test-support/full.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { litter, noise, sameBytes, simd } from './arena-memory.js';

const types: readonly ComparisonType[] = ['int32', 'int64', 'float', 'double'];

const unitOf = (type: ComparisonType): 1 | 2 => (type === 'int64' || type === 'double' ? 2 : 1);
const isFloat = (type: ComparisonType): boolean => type === 'float' || type === 'double';

/** Returns words that include extremes, NaNs, both zeros, and neighbors that differ in only one word. */
function wordsOf(length: number, seed: number): Int32Array {
  const edges = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 0x7ff80000, 0x7fc00000, -0x800000, 0x3f800000];
  return new Int32Array(noise(4 * length, seed).buffer).map((word) =>
    (word & 7) > 2 ? edges[(word >>> 8) % edges.length]! : word,
  );
}

/** Returns the bits of the first value; for a 4-byte value, two copies of them. */
function bitsOf(type: ComparisonType, words: Int32Array): bigint {
  const [low = 0, high = 0] = words;
  return (BigInt(unitOf(type) === 2 ? high : low) << 32n) | BigInt(low >>> 0);
}

function passes(type: ComparisonType, limit: bigint, flip: bigint, value: bigint): boolean {
  const flipped = new BigInt64Array([value ^ flip]).buffer;
  const limits = new BigInt64Array([limit]).buffer;
  switch (type) {
    case 'int32':
      return new Int32Array(limits)[0]! > new Int32Array(flipped)[0]!;
    case 'int64':
      return new BigInt64Array(limits)[0]! > new BigInt64Array(flipped)[0]!;
    case 'float':
      return new Float32Array(limits)[0]! >= new Float32Array(flipped)[0]!;
    case 'double':
      return new Float64Array(limits)[0]! >= new Float64Array(flipped)[0]!;
  }
}

interface Given {
  readonly words: Int32Array;
  readonly from: number;
  readonly count: number;
  readonly limit: bigint;
  readonly flip: bigint;
  readonly expected: Uint8Array;
}

function given(type: ComparisonType, from: number, count: number, offset: number, seed: number): Given {
  const unit = unitOf(type);
  const words = wordsOf(unit * (from + count) + 8 + offset, seed).subarray(offset);
  const limit = bitsOf(type, wordsOf(2, seed + 1));
  const signs = unit === 2 ? 1n << 63n : 0x8000_0000_8000_0000n;
  const flip = BigInt.asIntN(64, isFloat(type) ? (seed % 2 === 0 ? signs : 0n) : bitsOf(type, wordsOf(2, seed + 2)));
  const expected = new Uint8Array(Math.ceil(count / 8) + 2);
  for (let i = 0; i < count; i++) {
    const value = bitsOf(type, words.subarray(unit * (from + i)));
    if (passes(type, limit, flip, value)) expected[i >> 3]! |= 1 << (i & 7);
  }
  return { words, from, count, limit, flip, expected };
}

const counts = fc.oneof(fc.nat(70), fc.integer({ min: 8000, max: 20_000 }));
const seeds = fc.integer({ min: 1, max: 1e6 });

test.each(types)('compareBelow compares values of type %s like the JavaScript operators', (type) => {
  fc.assert(
    fc.property(counts, seeds, fc.nat(3), fc.nat(1), (count, seed, from, offset) => {
      const { words, limit, flip, expected } = given(type, from, count, offset, seed);
      for (const [byte, run] of [
        [0, compareBelow],
        [0, simd.compareBelow],
        [0xff, simd.compareBelow],
      ] as const) {
        litter(byte);
        const bits = new Uint8Array(expected.length);
        run(type, limit, flip, words, from, count, bits);
        expect(sameBytes(bits, expected)).toBe(true);
      }
    }),
    { numRuns: fullOr(600, 150) },
  );
});

/** Copies values to the memory of the kernels. Returns the copy, and memory for one bit per value. */
function lent(words: Int32Array, count: number): { readonly source: Int32Array; readonly bits: Uint8Array } {
  const bitsAt = Math.ceil((words.byteLength + 128) / 16) * 16;
  const memory = simd.scratch(bitsAt + Math.ceil(count / 8));
  const source = new Int32Array(memory.buffer, memory.byteOffset, words.length);
  source.set(words);
  return { source, bits: memory.subarray(bitsAt) };
}

/** Returns the values whose bit is 1. */
function kept(words: Int32Array, unit: number, bits: Uint8Array, count: number): Int32Array {
  const target = new Int32Array(unit * (count + 1));
  return target.subarray(0, unit * keepWords(words, unit, 0, bits, 0, count, target, 0));
}

test.each(types)(
  'simd.compareBelow returns the values of type %s that pass the comparison, and accepts returned values as input',
  (type) => {
    const unit = unitOf(type);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), seeds, fc.boolean(), (count, seed, isLent) => {
        const { words, limit, flip, expected } = given(type, 0, count, 0, seed);
        const next = given(type, 0, 0, 0, seed + 3);
        const passing = kept(words, unit, expected, count);
        const left = passing.length / unit;
        const second = new Uint8Array(Math.ceil(count / 8));
        compareBelow(type, next.limit, next.flip, passing, 0, left, second);
        for (const byte of [0, 0xff]) {
          litter(byte);
          const { source, bits } = isLent
            ? lent(words, count)
            : { source: words, bits: new Uint8Array(expected.length) };
          const found = simd.compareBelow(type, limit, flip, source, 0, count, bits)!;
          expect(sameBytes(found, passing)).toBe(true);
          expect(sameBytes(bits.subarray(0, second.length), expected.subarray(0, second.length))).toBe(true);
          const both = simd.compareBelow(type, next.limit, next.flip, found, 0, left, bits)!;
          expect(sameBytes(both, kept(passing, unit, second, left))).toBe(true);
        }
      }),
      { numRuns: fullOr(600, 150) },
    );
  },
);

test('simd.compareBelow returns the values that pass the comparison, or undefined if the input is larger than 64 KiB', () => {
  const words = new Int32Array(16_385);
  const bits = new Uint8Array(2049);
  expect(simd.compareBelow('int32', 0x1_0000_0001n, 0n, words, 0, 16_384, bits)?.length).toBe(16_384);
  expect(simd.compareBelow('int32', 0x1_0000_0001n, 0n, words, 0, 16_385, bits)).toBe(undefined);
  expect(bits[2048]).toBe(1);
  expect(compareBelow('int32', 0x1_0000_0001n, 0n, words, 0, 8, bits)).toBe(undefined);
});

test('compareBelow compares only as many values as fit in both the input and the array of bits', () => {
  const bits = new Uint8Array(3);
  simd.compareBelow('int32', 0x1_0000_0001n, 0n, new Int32Array(10), 4, 1000, bits);
  expect(bits).toEqual(Uint8Array.of(0x3f, 0, 0));
  simd.compareBelow('int32', 0x1_0000_0001n, 0n, new Int32Array(1000), 0, 1000, bits);
  expect(bits).toEqual(Uint8Array.of(0xff, 0xff, 0xff));
});

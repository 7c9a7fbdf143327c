/** Compares the results of both `compare` kernels, JavaScript and WebAssembly, with those of JavaScript's operators. */
import { compare } from '@marquetry/bit-io';
import type { Comparison, ComparisonType } from '@marquetry/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { litter, noise, simd } from './arena-memory.js';

const types: Readonly<Record<ComparisonType, (words: Int32Array) => ArrayLike<number> | ArrayLike<bigint>>> = {
  int32: (words) => words,
  uint32: (words) => new Uint32Array(words.slice().buffer),
  int64: (words) => new BigInt64Array(words.slice().buffer),
  uint64: (words) => new BigUint64Array(words.slice().buffer),
  float: (words) => new Float32Array(words.slice().buffer),
  double: (words) => new Float64Array(words.slice().buffer),
};

const comparisons: Readonly<Record<Comparison, (a: number | bigint, b: number | bigint) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** Returns words that include extremes, NaNs, both zeros, and neighbours that differ in one word only. */
function wordsOf(length: number, seed: number): Int32Array {
  const edges = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 0x7ff80000, 0x7fc00000, -0x800000, 0x3f800000];
  return new Int32Array(noise(4 * length, seed).buffer).map((word) =>
    (word & 7) > 2 ? edges[(word >>> 8) % edges.length]! : word,
  );
}

test.each(Object.keys(types) as ComparisonType[])(
  'both compare kernels compare values of type %s as the JavaScript operators do',
  (type) => {
    const wide = types[type](new Int32Array(2)).length === 1 ? 2 : 1;
    fc.assert(
      fc.property(
        fc.oneof(fc.nat(70), fc.integer({ min: 8000, max: 20_000 })),
        fc.integer({ min: 1, max: 1e6 }),
        fc.nat(3),
        fc.nat(1),
        fc.constantFrom(...(Object.keys(comparisons) as Comparison[])),
        (count, seed, from, offset, comparison) => {
          const words = wordsOf(wide * (from + count) + 8 + offset, seed).subarray(offset);
          const values = types[type](words.subarray(0, wide * (from + count)));
          const constant = types[type](wordsOf(8, seed + 1))[0]!;
          const expected = new Uint8Array(Math.ceil(count / 8) + 2);
          for (let i = 0; i < count; i++) {
            if (comparisons[comparison](values[from + i]!, constant)) expected[i >> 3]! |= 1 << (i & 7);
          }
          for (const [byte, run] of [
            [0, compare],
            [0, simd.compare],
            [0xff, simd.compare],
          ] as const) {
            litter(byte);
            const bits = new Uint8Array(expected.length);
            run(type, comparison, constant, words, from, count, bits);
            expect(Buffer.compare(bits, expected)).toBe(0);
          }
        },
      ),
      { numRuns: 150 },
    );
  },
);

test('the compare kernel compares only as many values as its arrays have room for', () => {
  const bits = new Uint8Array(3);
  simd.compare('int32', '=', 0, new Int32Array(10), 4, 1000, bits);
  expect(bits).toEqual(Uint8Array.of(0x3f, 0, 0));
  simd.compare('int32', '=', 0, new Int32Array(1000), 0, 1000, bits);
  expect(bits).toEqual(Uint8Array.of(0xff, 0xff, 0xff));
});

/** Compares this package's XXH64 with published hashes and with hyparquet's hashes. */
import { hex } from '@marquetry/test-support/hex.js';
import { binary } from '@marquetry/test-support/values.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf } from '../src/index.js';
import { xxh64OfWord, xxh64OfWords } from '../src/xxh64.js';
import { xxhash64 } from './hyparquet.js';

function hash(bytes: Uint8Array): bigint {
  const { low, high } = hashOf(bytes);
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

test.each([
  // The published test vectors of xxHash for seed 0.
  ['', 0xef46db3751d8e999n],
  ['a', 0xd24ec4f1a98c6e5bn],
  ['abc', 0x44bc2cf5ad770999n],
  ['The quick brown fox jumps over the lazy dog', 0x0b242d361fda71bcn],
])('XXH64 of %j equals the published hash', (text, expected) => {
  expect(hash(binary(text))).toBe(expected);
});

test("XXH64 of bytes of any length equals hyparquet's hash", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(hash(bytes)).toBe(xxhash64(bytes));
    }),
    { numRuns: 1000 },
  );
});

test('the bytes around a value do not change its hash', () => {
  const bytes = hex('ffffffff 68656c6c6f ffffffff');
  expect(hash(bytes.subarray(4, 9))).toBe(hash(binary('hello')));
});

test('hashing a value as one or two words returns the hash of its bytes', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (low, high) => {
      const out = new Int32Array(2);
      xxh64OfWord(low, out);
      expect([...out]).toEqual(wordsOf(hash(new Uint8Array(Int32Array.of(low).buffer))));
      xxh64OfWords(low, high, out);
      expect([...out]).toEqual(wordsOf(hash(new Uint8Array(Int32Array.of(low, high).buffer))));
    }),
  );
});

function wordsOf(value: bigint): number[] {
  return [Number(BigInt.asIntN(32, value)), Number(BigInt.asIntN(32, value >> 32n))];
}

/**
 * Bloom filters: XXH64 against published vectors and hyparquet's, filters against hyparquet's reader of them.
 */
import { noNulls, PhysicalType } from '@marquetry/core';
import { FieldRepetitionType, readBloomFilterHeader } from '@marquetry/metadata';
import { leafOf, writeChunk } from '@marquetry/test-support/chunk-file.js';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { binary, indicesOf, valuesOf } from '@marquetry/test-support/values.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterBytes } from '../../bloom-filter/src/filter.js';
import { xxh64, xxh64OfWord, xxh64OfWords } from '../../bloom-filter/src/xxh64.js';

const { xxhash64 } = (await import(new URL('../node_modules/hyparquet/src/xxhash.js', import.meta.url).href)) as {
  xxhash64: (bytes: Uint8Array) => bigint;
};
const { sbbfContains, readBloomFilter } = (await import(
  new URL('../node_modules/hyparquet/src/bloom.js', import.meta.url).href
)) as {
  sbbfContains: (blocks: Uint32Array, hash: bigint) => boolean;
  readBloomFilter: (reader: { view: DataView; offset: number }) => { readonly blocks: Uint32Array };
};

function hash(bytes: Uint8Array): bigint {
  const out = new Int32Array(2);
  xxh64(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, bytes.length, out);
  return (BigInt(out[1]! >>> 0) << 32n) | BigInt(out[0]! >>> 0);
}

test.each([
  // xxHash's own test vectors, seed 0.
  ['', 0xef46db3751d8e999n],
  ['a', 0xd24ec4f1a98c6e5bn],
  ['abc', 0x44bc2cf5ad770999n],
  ['The quick brown fox jumps over the lazy dog', 0x0b242d361fda71bcn],
])('XXH64 of %j', (text, expected) => {
  expect(hash(binary(text))).toBe(expected);
});

test('XXH64 of bytes of any length is that of hyparquet', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(hash(bytes)).toBe(xxhash64(bytes));
    }),
    { numRuns: 1000 },
  );
});

test('a word, two words, and their bytes have one hash', () => {
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

test('filters are powers of two, as large as the rate asks', () => {
  expect(filterBytes(0, 0.01)).toBe(32);
  // -8 * 1000 / ln(1 - 0.01^(1/8)) = 9682 bits = 1211 bytes.
  expect(filterBytes(1000, 0.01)).toBe(2048);
  expect(filterBytes(1e9, 0.01)).toBe(2 ** 27);
  expect(thrownBy(() => filterBytes(10, 1)).code).toBe('INVALID_ARGUMENT');
});

const leaf = leafOf({ name: 'c', type: PhysicalType.BYTE_ARRAY, repetitionType: FieldRepetitionType.REQUIRED });
const words = Array.from({ length: 3000 }, (_, i) => `word ${i}`);

/** The share of words that are not in the filter and that it takes for in, after all that are in were found. */
function judge(filter: Uint8Array, present: readonly string[]): number {
  const { header, byteLength } = readBloomFilterHeader(filter, 0);
  expect(header.numBytes).toBe(filter.length - byteLength);
  const { blocks } = readBloomFilter({ view: new DataView(filter.slice().buffer), offset: 0 });
  const contains = (word: string): boolean => sbbfContains(blocks, xxhash64(binary(word)));
  for (const word of present) expect(contains(word)).toBe(true);
  return Array.from({ length: 10_000 }, (_, i) => contains(`absent ${i}`)).filter(Boolean).length / 10_000;
}

test.each([
  ['a dictionary covers the chunk', { encoding: 8 }],
  ['PLAIN', { encoding: 0 }],
  ['the dictionary is full after a page', { encoding: 8, dictionary: { maxValues: 1200 }, pageRows: 1000 }],
])('hyparquet finds what is there: %s', (_, options) => {
  const chunk = writeChunk(leaf, valuesOf(leaf, words), noNulls, { ...options, bloomFilter: true });
  expect(judge(chunk.bloomFilter!, words)).toBeLessThan(0.015);
});

test('a stated number of distinct values sizes the filter, and only used entries of a dictionary go in', () => {
  const dictionary = valuesOf(leaf, ['unused', ...words]);
  const values = indicesOf(dictionary, [1, 2, 2, 3]);
  for (const encoding of [0, 8]) {
    const chunk = writeChunk(leaf, values, noNulls, { encoding, bloomFilter: { distinctValues: 1000 } });
    expect(readBloomFilterHeader(chunk.bloomFilter!, 0).header.numBytes).toBe(2048);
    expect(judge(chunk.bloomFilter!, words.slice(0, 3))).toBe(0);
  }
});

test('BOOLEAN has none', () => {
  const bits = leafOf({ name: 'c', type: PhysicalType.BOOLEAN, repetitionType: FieldRepetitionType.REQUIRED });
  const error = thrownBy(() => writeChunk(bits, valuesOf(bits, [true]), noNulls, { bloomFilter: true }));
  expect(error.code).toBe('INVALID_ARGUMENT');
});

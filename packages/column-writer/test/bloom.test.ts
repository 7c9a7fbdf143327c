/**
 * Tests which values the Bloom filter of a chunk contains, depending on the encoding of the chunk. Bloom filters
 * themselves are tested in `@marquetry/bloom-filter`.
 */
import { mayContainValue, openBloomFilter, readFilterLayout } from '@marquetry/bloom-filter';
import { noNulls, PhysicalType } from '@marquetry/core';
import { FieldRepetitionType } from '@marquetry/metadata';
import { leafOf, writeChunk } from '@marquetry/test-support/chunk-file.js';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { binary, indicesOf, valuesOf } from '@marquetry/test-support/values.js';
import { expect, test } from 'vitest';

const leaf = leafOf({ name: 'c', type: PhysicalType.BYTE_ARRAY, repetitionType: FieldRepetitionType.REQUIRED });
const words = Array.from({ length: 3000 }, (_, i) => `word ${i}`);
const absent = Array.from({ length: 10_000 }, (_, i) => `absent ${i}`);

/** Returns the words in the list that the filter may contain. */
function found(bytes: Uint8Array, list: readonly string[]): string[] {
  const filter = openBloomFilter(bytes);
  return list.filter((word) => mayContainValue(filter, leaf, binary(word)));
}

test.each([
  ['a dictionary covers the chunk', { encoding: 8 }],
  ['the chunk is PLAIN-encoded', { encoding: 0 }],
  ['the dictionary is full after a page', { encoding: 8, dictionary: { maxValues: 1200 }, pageRows: 1000 }],
])('the Bloom filter contains all values of a chunk if %s', (_, options) => {
  const { bloomFilter } = writeChunk(leaf, valuesOf(leaf, words), noNulls, { ...options, bloomFilter: true });
  expect(found(bloomFilter!, words)).toEqual(words);
  // At a false-positive rate of 1%, the filter reports about 100 of 10,000 other values as present.
  expect(found(bloomFilter!, absent).length).toBeLessThan(150);
});

test.each([0, 8])(
  "the Bloom filter contains only those entries of the caller's dictionary that are used (encoding %d)",
  (encoding) => {
    const values = indicesOf(valuesOf(leaf, ['unused', ...words]), [1, 2, 2, 3]);
    const { bloomFilter } = writeChunk(leaf, values, noNulls, { encoding, bloomFilter: { distinctValues: 1000 } });
    expect(readFilterLayout(bloomFilter!).blockCount).toBe(2048 / 32);
    expect(found(bloomFilter!, ['unused', ...words.slice(0, 5)])).toEqual(words.slice(0, 3));
  },
);

test('a chunk has a Bloom filter only if the `bloomFilter` option is set', () => {
  const values = valuesOf(leaf, words);
  expect(writeChunk(leaf, values).bloomFilter).toBeUndefined();
  expect(writeChunk(leaf, values, noNulls, { bloomFilter: false }).bloomFilter).toBeUndefined();
});

test('the `bloomFilter` option throws INVALID_ARGUMENT for a BOOLEAN column', () => {
  const bits = leafOf({ name: 'c', type: PhysicalType.BOOLEAN, repetitionType: FieldRepetitionType.REQUIRED });
  const error = thrownBy(() => writeChunk(bits, valuesOf(bits, [true]), noNulls, { bloomFilter: true }));
  expect(error.code).toBe('INVALID_ARGUMENT');
});

test('the Bloom filter of a FLOAT16 column contains both 0 and -0 if the column contains either of them', () => {
  const half = leafOf({
    name: 'c',
    type: PhysicalType.FIXED_LEN_BYTE_ARRAY,
    typeLength: 2,
    repetitionType: FieldRepetitionType.REQUIRED,
    logicalType: { kind: 'FLOAT16' },
  });
  const { bloomFilter } = writeChunk(half, valuesOf(half, ['\0\x80']), noNulls, { bloomFilter: true });
  const twoBytes = { type: half.type, width: 2 };
  const filter = openBloomFilter(bloomFilter!);
  expect(mayContainValue(filter, twoBytes, Uint8Array.of(0, 0))).toBe(true);
  expect(mayContainValue(filter, twoBytes, Uint8Array.of(0, 0x80))).toBe(true);
});

/**
 * Tests the filters that this package writes: looks up their values with hyparquet, and compares one filter with
 * DuckDB's.
 */
import { type ColumnType, PhysicalType, runSteps } from '@marquetry/core';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { hex } from '@marquetry/test-support/hex.js';
import { binary, columnOf, type Plain, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { createHashSet } from '../src/hash-set.js';
import { type BloomFilterOptions, createBloomBuilder, type FilterColumn } from '../src/index.js';
import { filterBytes } from '../src/size.js';
import { hyparquetFilter } from './hyparquet.js';

const int32: ColumnType = { type: PhysicalType.INT32, width: 4 };
const text = columnOf(PhysicalType.BYTE_ARRAY);
const words = Array.from({ length: 3000 }, (_, i) => `word ${i}`);

function filterOf(column: FilterColumn, items: readonly Plain[], options?: BloomFilterOptions): Uint8Array {
  const builder = createBloomBuilder(column, options);
  builder.add(valuesOf(column, items), 0, items.length);
  return builder.finish();
}

/** The filter that DuckDB 1.5.6 writes for one INT32, the number 7. */
const ofSeven = hex(`
  15 40           | numBytes 32
  1c 1c 00 00     | algorithm BLOCK
  1c 1c 00 00     | hash XXHASH
  1c 1c 00 00     | compression UNCOMPRESSED
  00
  02000000 00002000 00000080 02000000 00002000 01000000 00200000 00100000`);

test("the filter of one INT32 equals DuckDB's, byte for byte", () => {
  expect(filterOf(int32, [7])).toEqual(ofSeven);
});

test('the Bloom filter builder adds only the values in the given range', () => {
  const builder = createBloomBuilder(int32);
  builder.add(valuesOf(int32, [1, 7, 7, 2]), 1, 3);
  expect(builder.finish()).toEqual(ofSeven);
});

test.each([0.1, 0.01, 0.001])(
  'with a false-positive rate of %d, hyparquet finds every added value, and absent values no more often than that',
  (rate) => {
    const contains = hyparquetFilter(filterOf(text, words, { falsePositiveRate: rate }));
    expect(words.filter((word) => !contains(binary(word)))).toEqual([]);
    const wrong = Array.from({ length: 20_000 }, (_, i) => contains(binary(`absent ${i}`))).filter(Boolean).length;
    // The upper bound is the expected number plus five standard deviations.
    expect(wrong).toBeLessThanOrEqual(20_000 * rate + 5 * Math.sqrt(20_000 * rate));
  },
);

test.each<[string, FilterColumn, readonly Plain[], (i: number) => Uint8Array]>([
  ['INT32', int32, [-1, 0, 5], (i) => bytes(Int32Array.of([-1, 0, 5][i]!))],
  [
    'INT64',
    columnOf(PhysicalType.INT64),
    [-1n, 0n, 1n << 40n],
    (i) => bytes(BigInt64Array.of([-1n, 0n, 1n << 40n][i]!)),
  ],
  [
    'FLOAT',
    columnOf(PhysicalType.FLOAT),
    [1.5, -2.5, Number.POSITIVE_INFINITY],
    (i) => bytes(Float32Array.of([1.5, -2.5, Number.POSITIVE_INFINITY][i]!)),
  ],
  ['DOUBLE', columnOf(PhysicalType.DOUBLE), [1.5, 0.1, 1e300], (i) => bytes(Float64Array.of([1.5, 0.1, 1e300][i]!))],
  [
    'INT96',
    columnOf(PhysicalType.INT96),
    ['abcdefghijkl', 'mnopqrstuvwx'],
    (i) => binary(['abcdefghijkl', 'mnopqrstuvwx'][i]!),
  ],
  ['BYTE_ARRAY', text, ['', 'a', 'word'.repeat(20)], (i) => binary(['', 'a', 'word'.repeat(20)][i]!)],
  [
    'FIXED_LEN_BYTE_ARRAY',
    columnOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, [0, 0], 3),
    ['abc', 'def'],
    (i) => binary(['abc', 'def'][i]!),
  ],
])('hyparquet finds every %s value by its PLAIN bytes', (_, column, items, bytesOfItem) => {
  const contains = hyparquetFilter(filterOf(column, items));
  expect(items.map((_item, i) => contains(bytesOfItem(i)))).toEqual(items.map(() => true));
});

test.each<[string, FilterColumn, Plain, Uint8Array]>([
  ['INT32 -2^31', int32, -(2 ** 31), hex('00000000')],
  ['INT64 -2^63', columnOf(PhysicalType.INT64), -(2n ** 63n), hex('0000000000000000')],
  ['FIXED_LEN_BYTE_ARRAY(2) 00 80', columnOf(PhysicalType.FIXED_LEN_BYTE_ARRAY, [0, 0], 2), '\0\x80', hex('0000')],
])('adding %s, which has the bits of a floating-point -0, does not insert 0', (_, column, value, zero) => {
  expect(hyparquetFilter(filterOf(column, [value]))(zero)).toBe(false);
});

test('adding denormal numbers, which are close to 0, does not insert 0', () => {
  const contains = hyparquetFilter(filterOf(columnOf(PhysicalType.DOUBLE), [5e-324, -5e-324]));
  expect([contains(hex('0000000000000000')), contains(hex('0100000000000000'))]).toEqual([false, true]);
});

test('createBloomBuilder rejects a BOOLEAN column', () => {
  const error = thrownBy(() => createBloomBuilder({ type: PhysicalType.BOOLEAN, width: 0 }));
  expect([error.code, error.reason]).toEqual([
    'INVALID_ARGUMENT',
    'a BOOLEAN column cannot have a Bloom filter: leave out `bloomFilter`',
  ]);
});

test('the hash set counts each hash once, including (0, 0)', () => {
  const set = createHashSet();
  const pairs = Array.from({ length: 5000 }, (_, i): [number, number] => [i & 3, i >> 2]);
  for (const [low, high] of [...pairs, ...pairs]) set.add(low, high);
  const seen: string[] = [];
  runSteps(set.each((low, high) => seen.push(`${low} ${high}`)));
  expect(set.size).toBe(5000);
  expect(seen.sort()).toEqual(pairs.map(([low, high]) => `${low} ${high}`).sort());
});

describe('the size of a filter and of its builder', () => {
  test('the size of a filter is the smallest power of two that achieves the false-positive rate, but at most 128 MiB', () => {
    expect(filterBytes(0, 0.01)).toBe(32);
    // -8 * 1000 / ln(1 - 0.01^(1/8)) = 9682 bits = 1211 bytes.
    expect(filterBytes(1000, 0.01)).toBe(2048);
    expect(filterBytes(1e9, 0.01)).toBe(2 ** 27);
    expect(filterBytes(Number.POSITIVE_INFINITY, 0.01)).toBe(2 ** 27);
  });

  test('the Bloom filter builder counts distinct values if the option distinctValues is missing', () => {
    const repeated = [...words, ...words.slice(0, 2000)];
    expect(filterOf(text, repeated)).toEqual(filterOf(text, words, { distinctValues: 3000 }));
    expect(filterOf(text, words).length).toBe(16 + 4096);
    expect(filterOf(text, words.slice(0, 3), { distinctValues: 1000 }).length).toBe(16 + 2048);
  });

  test('the memory of a Bloom filter builder grows with the number of distinct values, but is constant if distinctValues is given', () => {
    const builder = createBloomBuilder(text);
    const before = builder.byteLength;
    builder.add(valuesOf(text, words), 0, words.length);
    expect([before, builder.byteLength]).toEqual([8 * 1024, 8 * 8192]);
    expect(createBloomBuilder(text, { distinctValues: 1000 }).byteLength).toBe(2048);
  });

  test.each([0, 1, -0.1, Number.NaN])('createBloomBuilder rejects a false-positive rate of %d', (falsePositiveRate) => {
    const error = thrownBy(() => createBloomBuilder(int32, { falsePositiveRate }));
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.reason).toBe(`\`falsePositiveRate\` must be between 0 and 1, got ${falsePositiveRate}`);
  });

  test.each([-1, Number.NaN])('createBloomBuilder rejects %d distinct values', (distinctValues) => {
    const error = thrownBy(() => createBloomBuilder(int32, { distinctValues }));
    expect([error.code, error.reason]).toEqual([
      'INVALID_ARGUMENT',
      `\`distinctValues\` must be at least 0, got ${distinctValues}`,
    ]);
  });
});

function bytes(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

const half: FilterColumn = { type: PhysicalType.FIXED_LEN_BYTE_ARRAY, width: 2, annotation: { kind: 'FLOAT16' } };
const zeros: [string, FilterColumn, Plain, Plain, Plain, Uint8Array, Uint8Array][] = [
  ['FLOAT', columnOf(PhysicalType.FLOAT), 0, -0, 2.5, hex('00000000'), hex('00000080')],
  ['DOUBLE', columnOf(PhysicalType.DOUBLE), 0, -0, 2.5, hex('0000000000000000'), hex('0000000000000080')],
  ['FLOAT16', half, '\0\0', '\0\x80', '\0\x41', hex('0000'), hex('0080')],
];

describe.each(zeros)('-0 and +0 as %s', (_, column, positive, negative, other, positiveBytes, negativeBytes) => {
  test('adding either -0 or +0 inserts both', () => {
    for (const zero of [positive, negative]) {
      const contains = hyparquetFilter(filterOf(column, [other, zero]));
      expect([contains(positiveBytes), contains(negativeBytes)]).toEqual([true, true]);
    }
    expect(filterOf(column, [positive, negative, positive])).toEqual(filterOf(column, [negative]));
  });

  test('the filter contains neither -0 nor +0 if no zero was added', () => {
    const contains = hyparquetFilter(filterOf(column, [other]));
    expect([contains(positiveBytes), contains(negativeBytes)]).toEqual([false, false]);
  });
});

import { type DirectValues, PhysicalType } from '@marquetry/core';
import { columnOf, indicesOf, plainOf, valuesOf } from '@marquetry/test-support/values.js';
import { describe, expect, test } from 'vitest';
import { type ExpectedDictionary, expectedDictionary } from '../src/expected-dictionary.js';

const column = columnOf(PhysicalType.INT32);
const wide = { maxValues: 1e6, maxBytes: 1e6 };
const sampleOf = (...items: readonly number[]): DirectValues => valuesOf(column, items);

function expected(items: readonly number[], values: number, bounds = wide): ExpectedDictionary | undefined {
  return expectedDictionary(sampleOf(...items), values, column, bounds);
}

const same = [1, 2, 3, 4, 1, 2, 3, 4];
const overlapping = [1, 2, 3, 4, 3, 4, 5, 6];
const distinct = [1, 2, 3, 4, 5, 6, 7, 8];

test('expectedDictionary returns the values of the sample as dictionary indices', () => {
  const found = expected(overlapping, 1000);
  expect(found?.indices).toEqual(Int32Array.of(0, 1, 2, 3, 2, 3, 4, 5));
  expect(found && plainOf(indicesOf(found.dictionary, [...found.indices]))).toEqual(overlapping);
  expect(found && plainOf(found.dictionary)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('expectedDictionary returns undefined if the dictionary would exceed its maximum number of entries or bytes', () => {
  expect(expected(distinct, 1000, { ...wide, maxValues: 1000 })).toBeDefined();
  expect(expected(distinct, 1000, { ...wide, maxValues: 999 })).toBeUndefined();
  expect(expected(distinct, 1000, { ...wide, maxBytes: 4000 })).toBeDefined();
  expect(expected(distinct, 1000, { ...wide, maxBytes: 3999 })).toBeUndefined();
});

describe('the expected number of dictionary entries of a chunk', () => {
  test.each([
    ['equals that of the sample if both halves have the same values', same, 1000, 4],
    ['is the product of the counts of both halves, divided by the number of shared values', overlapping, 1000, 8],
    ['never exceeds the count of the sample scaled to the length of the chunk', overlapping, 10, 7.5],
    ['is proportional to the length of the chunk if the halves share no value', distinct, 1000, 1000],
    ['equals that of the sample if the sample is the whole chunk', distinct, 8, 8],
    ['equals that of the sample if the sample is the whole chunk and its halves differ', overlapping, 8, 6],
    ['is at least that of the sample', distinct, 4, 8],
    ['is 0 for an empty sample', [], 1000, 0],
    ['is correct if the second half is longer', [1, 1, 2], 1000, 2],
  ])('the expected number of dictionary entries %s', (_, items, values, entries) => {
    expect(expected(items, values)?.entries).toBeCloseTo(entries, 10);
  });
});

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

describe('the entries of a whole chunk', () => {
  test.each([
    ['are those of the sample where its halves are alike', same, 1000, 4],
    ['are the product of those of the halves, over the shared ones', overlapping, 1000, 8],
    ['are never more than would come if they grew with the values', overlapping, 10, 7.5],
    ['grow with the values where the halves share none', distinct, 1000, 1000],
    ['are those of the sample where it is the whole chunk', distinct, 8, 8],
    ['are those of the sample where that is the whole chunk, though its halves differ', overlapping, 8, 6],
    ['are never fewer than those of the sample', distinct, 4, 8],
    ['are none without a sample', [], 1000, 0],
    ['are found from halves of which the second is longer', [1, 1, 2], 1000, 2],
  ])('%s', (_, items, values, entries) => {
    expect(expected(items, values)?.entries).toBeCloseTo(entries, 10);
  });
});

test('the sample comes back as indices', () => {
  const found = expected(overlapping, 1000);
  expect(found?.indices).toEqual(Int32Array.of(0, 1, 2, 3, 2, 3, 4, 5));
  expect(found && plainOf(indicesOf(found.dictionary, [...found.indices]))).toEqual(overlapping);
  expect(found && plainOf(found.dictionary)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a dictionary is not expected beyond its entries, or beyond its bytes', () => {
  expect(expected(distinct, 1000, { ...wide, maxValues: 1000 })).toBeDefined();
  expect(expected(distinct, 1000, { ...wide, maxValues: 999 })).toBeUndefined();
  expect(expected(distinct, 1000, { ...wide, maxBytes: 4000 })).toBeDefined();
  expect(expected(distinct, 1000, { ...wide, maxBytes: 3999 })).toBeUndefined();
});

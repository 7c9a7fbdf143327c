/** Tests that comparisons of dictionary indices find the same rows as looking up each index. */
import { javascriptKernels, readBit } from '@marquetry/bit-io';
import type { ColumnKernels } from '@marquetry/core';
import { expect, test } from 'vitest';
import { indexTestsOf, testIndices } from '../src/evaluate/index-tests.js';
import { keepingKernels } from './keeping-kernels.js';

/** Every way in which the entries of a dictionary of up to 6 entries may pass. */
const dictionaries = Array.from({ length: 6 }, (_, i) => i + 1).flatMap((count) =>
  Array.from({ length: 2 ** count }, (_, bits) => ({ count, bits: Uint8Array.of(bits) })),
);

function expectLookups(indices: Int32Array, isKept: boolean, kernels: ColumnKernels): void {
  for (const { bits, count } of dictionaries) {
    const own = indices.map((index) => index % count);
    const tests = indexTestsOf(bits, count);
    const found = new Uint8Array(8).fill(0xff);
    const kept = testIndices(tests, { words: own, count: own.length, isKept }, found, new Uint8Array(8), kernels);
    const passing = own.filter((index) => readBit(bits, index) === 1);
    expect(own.filter((_, i) => readBit(found, i) === 1)).toEqual(passing);
    expect(found[own.length >> 3] as number).toBeLessThan(2 ** (own.length & 7));
    if (kept !== undefined) expect(kept).toEqual(passing);
  }
}

const indices = Int32Array.from({ length: 43 }, (_, i) => (i * i) % 61);

test('testIndices finds the indices of all entries that pass, whichever entries these are', () => {
  expectLookups(indices, false, javascriptKernels);
  expectLookups(indices, false, keepingKernels);
});

test('testIndices returns the indices that pass, if the kernels return them', () => {
  expectLookups(indices, true, keepingKernels);
});

test.each([
  ['one entry', 0b00100, 5],
  ['all entries but one', 0b11011, 5],
  ['adjacent entries', 0b01110, 5],
  ['all entries but adjacent ones', 0b10001, 5],
  ['all entries', 0b11111, 5],
  ['no entry', 0, 5],
])('if the test passes for %s, indices are compared instead of looked up', (_name, bits, count) => {
  expect(indexTestsOf(Uint8Array.of(bits), count).comparisons).toBeDefined();
});

test('if the entries that pass are scattered, indices are looked up', () => {
  expect(indexTestsOf(Uint8Array.of(0b10101), 5).comparisons).toBe(undefined);
});

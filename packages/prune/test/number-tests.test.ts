/** Tests that comparisons by kernels yield the same bits as the comparison for values of all types. */
import { javascriptKernels, keepWords } from '@marquetry/bit-io';
import { type ColumnKernels, type FixedValues, fixedValues } from '@marquetry/core';
import { bindWhere, type Where } from '@marquetry/prune';
import { defineSchema, type LeafNode } from '@marquetry/schema';
import { expect, test } from 'vitest';
import { compareNow } from '../src/evaluate/compare-values.js';
import { comparisonsOf } from '../src/evaluate/evaluate.js';
import { numberTestsOf, testNumbers } from '../src/evaluate/number-tests.js';
import { keepingKernels } from './keeping-kernels.js';

const schema = defineSchema({ i: 'INT32', l: 'INT64', d: 'DOUBLE', b: 'BYTE_ARRAY' });
const [i, l, d, b] = schema.leaves as [LeafNode, LeafNode, LeafNode, LeafNode];

const numbers = [-5, -1, -0, 0, 1, 2, 3, 1000, Number.NaN, -(2 ** 31), 2 ** 31 - 1];

function valuesOf(leaf: LeafNode): FixedValues {
  const whole = numbers.map((value) => (Number.isNaN(value) ? 7 : value));
  const arrays = [
    Int32Array.from(whole),
    BigInt64Array.from(whole, (value) => BigInt(value)),
    Float64Array.from(numbers),
  ];
  const { buffer } = arrays[leaf.index] as Int32Array;
  return fixedValues(leaf, new Uint8Array(buffer as ArrayBuffer), 0, numbers.length);
}

interface Found {
  readonly found: number[];
  readonly expected: number[];
  /** The values that pass, and those that `testNumbers` returned. */
  readonly passing: Int32Array;
  readonly kept: Int32Array | undefined;
}

function bitsOf(leaf: LeafNode, where: Where, kernels: ColumnKernels = javascriptKernels): Found {
  const comparisons = comparisonsOf(bindWhere(schema, where)) ?? [];
  const values = valuesOf(leaf);
  const { buffer, byteLength } = values.data;
  const bits = new Uint8Array(8).fill(0xff);
  const tests = numberTestsOf(comparisons, leaf) ?? { forms: [], limits: [] };
  const words = new Int32Array(buffer, 0, byteLength >> 2);
  const count = numbers.length;
  const kept = testNumbers(tests, { words, count, isKept: true }, bits, new Uint8Array(8), kernels);
  const expected = compareNow(comparisons, leaf, values, javascriptKernels);
  const unit = leaf.width >> 2;
  const target = new Int32Array(words.length + unit);
  const passing = target.subarray(0, unit * keepWords(words, unit, 0, expected, 0, count, target, 0));
  return { found: [...bits.subarray(0, 2)], expected: [...expected], passing, kept };
}

const wheres: readonly (readonly [string, (name: string) => Where])[] = [
  ['lt', (name) => ({ [name]: { lt: 2 } })],
  ['eq', (name) => ({ [name]: 0 })],
  ['ne', (name) => ({ [name]: { ne: 0 } })],
  ['a range', (name) => ({ [name]: { ge: -1, lt: 3 } })],
  ['a range without a value', (name) => ({ [name]: { ge: 0, le: 1000, ne: 2 } })],
  ['not in a range', (name) => ({ and: [{ not: { [name]: { lt: -1 } } }, { not: { [name]: { gt: 2 } } }] })],
];

test.each(wheres)('testNumbers yields the same bits as compareNow for %s', (_name, where) => {
  for (const leaf of [i, l, d]) {
    const { found, expected } = bitsOf(leaf, where(leaf.path[0] as string));
    expect(found).toEqual(expected);
  }
});

test.each(wheres)('testNumbers returns the values that pass for %s, if the kernels return them', (name, where) => {
  for (const leaf of [i, l, d]) {
    const { found, expected, kept, passing } = bitsOf(leaf, where(leaf.path[0] as string), keepingKernels);
    expect(found).toEqual(expected);
    if (kept !== undefined || name === 'lt' || name === 'eq' || name === 'a range') expect(kept).toEqual(passing);
  }
});

test('numberTestsOf returns undefined for values that are not numbers, and for comparisons that are the same for all numbers', () => {
  const of = (leaf: LeafNode, where: Where): unknown =>
    numberTestsOf(comparisonsOf(bindWhere(schema, where)) ?? [], leaf);
  expect(of(b, { b: { lt: 'x' } })).toBe(undefined);
  expect(of(i, { i: { in: [1, 2, 3] } })).toBe(undefined);
  expect(of(i, { i: { lt: 2 ** 40 } })).toBe(undefined);
  const below = (words: bigint): unknown => ({ type: 'int32', limit: words, flip: 0n });
  expect(of(i, { i: { lt: 5 } })).toEqual({
    forms: [{ limits: [below(0x5_0000_0005n)], isInverted: false }],
    limits: [below(0x5_0000_0005n)],
  });
  const inverted = { forms: [{ isInverted: true }], limits: undefined };
  expect(of(d, { not: { d: { lt: 5 } } })).toMatchObject(inverted);
  expect(of(d, { not: { d: 5 } })).toMatchObject(inverted);
  expect(of(i, { not: { i: 5 } })).toMatchObject({ forms: [{ isInverted: false }], limits: [{ type: 'int32' }] });
});

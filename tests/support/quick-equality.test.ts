import { quickEquality } from '@marquetry/test-support/quick-equality.js';
import { expect, test } from 'vitest';

test.each<[name: string, a: unknown, b: unknown]>([
  ['bytes', Uint8Array.of(1, 2), Uint8Array.of(1, 2)],
  [
    'bytes at different offsets in their buffers',
    Uint8Array.of(9, 1, 2).subarray(1),
    Uint8Array.of(1, 2, 9).subarray(0, 2),
  ],
  ['the same NaN', Float64Array.of(Number.NaN), Float64Array.of(Number.NaN)],
  ['numbers', [1, 2], [1, 2]],
  ['no elements', [], []],
])('quickEquality returns true for %s', (_, a, b) => {
  expect(quickEquality(a, b)).toBe(true);
  expect(a).toStrictEqual(b);
});

test.each<[name: string, a: unknown, b: unknown]>([
  ['another byte', Uint8Array.of(1, 2), Uint8Array.of(1, 3)],
  ['fewer bytes', Uint8Array.of(1, 2), Uint8Array.of(1)],
  ['bytes in arrays of different types', Uint8Array.of(1), Int8Array.of(1)],
  ['zeros with different signs', Float64Array.of(0), Float64Array.of(-0)],
  ['another element', [1, 2], [1, 3]],
  ['fewer elements', [1, 2], [1]],
  ['a missing element', [undefined], new Array(1)],
  ['an array and an object', [1], { 0: 1, length: 1 }],
])('quickEquality leaves %s to Vitest, which finds them unequal', (_, a, b) => {
  expect(quickEquality(a, b)).toBeUndefined();
  expect(a).not.toStrictEqual(b);
});

test('quickEquality returns undefined for plain objects and for arrays of them, so that Vitest compares them', () => {
  expect(quickEquality({ a: 1 }, { a: 1 })).toBeUndefined();
  expect(quickEquality([{ a: 1 }], [{ a: 1 }])).toBeUndefined();
});

import { expect, test } from 'vitest';
import { createGrowingBytes, createSpare } from '../src/index.js';

test('take returns the array that was passed to give, if it is large enough', () => {
  const spare = createSpare(Int32Array);
  const first = spare.take(100);
  expect(first).toBeInstanceOf(Int32Array);
  expect(first.length).toBeGreaterThanOrEqual(100);
  spare.give(first);
  expect(spare.take(100)).toBe(first);
  spare.give(first);
  expect(spare.take(first.length + 1)).not.toBe(first);
});

test('take returns an array to only one caller at a time', () => {
  const spare = createSpare(Uint8Array);
  const first = spare.take(10);
  spare.give(first);
  expect(spare.take(10)).toBe(first);
  expect(spare.take(10)).not.toBe(first);
});

test('give does not keep arrays of more than 2 Mi elements', () => {
  const spare = createSpare(Uint8Array);
  const large = spare.take(2 ** 21 + 1);
  spare.give(large);
  expect(spare.take(10)).not.toBe(large);
});

test('a byte array that reuses the memory of a released one is not changed by later writes to the released one', () => {
  const first = createGrowingBytes();
  first.reserve(3).set([1, 2, 3]);
  first.length = 3;
  first.release();
  expect(first.length).toBe(0);
  const second = createGrowingBytes();
  second.reserve(2).set([8, 9]);
  second.length = 2;
  first.reserve(2).set([4, 5]);
  expect([...second.reserve(0).subarray(0, 2)]).toEqual([8, 9]);
});

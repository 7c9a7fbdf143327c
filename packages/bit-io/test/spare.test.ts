import { expect, test } from 'vitest';
import { createGrowingBits, createGrowingBytes, createSpare } from '../src/index.js';

test('`take` returns an array that was passed to `give`, if it is large enough', () => {
  const spare = createSpare(Int32Array);
  const first = spare.take(100);
  expect(first).toBeInstanceOf(Int32Array);
  expect(first.length).toBeGreaterThanOrEqual(100);
  spare.give(first);
  expect(spare.take(100)).toBe(first);
  spare.give(first);
  expect(spare.take(first.length + 1)).not.toBe(first);
});

test('`take` returns an array to only one caller at a time', () => {
  const spare = createSpare(Uint8Array);
  const first = spare.take(10);
  spare.give(first);
  expect(spare.take(10)).toBe(first);
  expect(spare.take(10)).not.toBe(first);
});

test('`give` does not store arrays of more than 2 Mi elements', () => {
  const spare = createSpare(Uint8Array);
  const large = spare.take(2 ** 21 + 1);
  spare.give(large);
  expect(spare.take(10)).not.toBe(large);
});

test('later writes to a released byte array do not change the byte array that reuses its memory', () => {
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

test('createGrowingBits appends bits without gaps, and leaves unused bits 0 even in reused memory', () => {
  const dirty = createGrowingBytes();
  dirty.reserve(2048).fill(0xff);
  dirty.release();
  const bits = createGrowingBits();
  bits.append(Uint8Array.of(0b1101_0110), 1, 6);
  bits.append(Uint8Array.of(0b1000_0000, 0b0000_0111), 7, 11);
  expect(bits.length).toBe(9);
  expect([...bits.bytes()]).toEqual([0b1110_1011, 0b1]);
  bits.release();
  expect(bits.length).toBe(0);
  expect(bits.bytes()).toHaveLength(0);
});

test('a byte array of more than 2^31 - 1 bytes throws LIMIT', () => {
  const bytes = createGrowingBytes();
  expect(() => bytes.reserve(2 ** 31)).toThrow('a page must not exceed 2147483647 bytes, got 2147483648');
});

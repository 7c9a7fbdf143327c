/** Tests that memory of reads from disk is reused, but never while it is in use. */
import { expect, test } from 'vitest';
import { giveMemory, takeMemory } from '../src/source/spare-memory.js';

test('takeMemory reuses memory passed to giveMemory for the next read of a similar size', () => {
  const first = takeMemory(300_000);
  const { buffer } = first;
  expect(first.length).toBe(300_000);
  giveMemory(first);
  const second = takeMemory(310_000);
  expect([second.buffer === buffer, second.length]).toEqual([true, 310_000]);
  // The memory is in use now.
  expect(takeMemory(310_000).buffer).not.toBe(buffer);
});

test('takeMemory does not reuse spare memory that is smaller or much larger than requested', () => {
  const large = takeMemory(2_000_000);
  giveMemory(large);
  expect(takeMemory(100_000).buffer).not.toBe(large.buffer);
  expect(takeMemory(3_000_000).buffer).not.toBe(large.buffer);
  expect(takeMemory(1_500_000).buffer).toBe(large.buffer);
});

test('at most 8 MiB of unused memory is kept for later reads', () => {
  const arrays = Array.from({ length: 4 }, () => takeMemory(3 * 2 ** 20));
  for (const array of arrays) giveMemory(array);
  const again = Array.from({ length: 4 }, () => takeMemory(3 * 2 ** 20));
  expect(again.filter(({ buffer }) => arrays.some((array) => array.buffer === buffer))).toHaveLength(2);
});

test('small reads get new memory instead of spare memory', () => {
  const small = takeMemory(1000);
  giveMemory(small);
  expect(takeMemory(1000).buffer).not.toBe(small.buffer);
});

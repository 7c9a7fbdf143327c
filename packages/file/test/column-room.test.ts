import { createLimits, defaultLimits, type Limits, serverLimits } from '@marquetry/core';
import { requireColumnRoom } from '@marquetry/file';
import { thrownBy } from '@marquetry/test-support/errors.js';
import { expect, test } from 'vitest';
import { createMemoryBudget } from '../src/memory-budget.js';

const mebibyte = 2 ** 20;
const fileOf = (limits: Limits, heldBytes = mebibyte) => ({ limits, footer: { memory: { heldBytes } } });
const budgetOf = (limits: Limits, columns: number, otherReads = 0): number =>
  createMemoryBudget({ limits, footerMemory: { heldBytes: mebibyte } }, columns, otherReads).totalBytes;

test('the budget of a read is memoryBytes minus the memory of the footer and 2 KiB per column', () => {
  expect(budgetOf(defaultLimits, 1000)).toBe(defaultLimits.memoryBytes - mebibyte - 1000 * 2048);
  expect(budgetOf(serverLimits, 1000)).toBe(serverLimits.memoryBytes - mebibyte - 1000 * 2048);
});

test('a footer and columns that take less than 1 MiB do not reduce the budget', () => {
  const limits = createLimits({ memoryBytes: 5000 });
  expect(createMemoryBudget({ limits, footerMemory: { heldBytes: 1000 } }, 4).totalBytes).toBe(5000);
});

test('the memory that V8 needs per column is counted only if it exceeds half of the limit', () => {
  const columns = 3000;
  const engine = columns * 16_384 - serverLimits.memoryBytes / 2;
  expect(engine).toBeGreaterThan(0);
  expect(budgetOf(serverLimits, columns)).toBe(serverLimits.memoryBytes - mebibyte - columns * 2048 - engine);
});

test('a read of too many columns throws LIMIT, and the error names memoryBytes', () => {
  expect(() => requireColumnRoom(fileOf(serverLimits), 5000)).not.toThrow();
  const error = thrownBy(() => requireColumnRoom(fileOf(serverLimits), 6000));
  expect([error.code, error.reason]).toEqual([
    'LIMIT',
    expect.stringMatching(/^a read of 6000 columns \(about \d+ bytes .*\) exceeds the limit memoryBytes = 67108864/),
  ]);
  // The memory that V8 needs is limited to its young generation, so 100,000 columns fit in the default limits.
  expect(() => requireColumnRoom(fileOf(defaultLimits, 100 * mebibyte), 100_000)).not.toThrow();
});

test('a read may use a quarter of memoryBytes, however much other reads in the same call use', () => {
  const limits = createLimits({ memoryBytes: 64 * mebibyte });
  expect(budgetOf(limits, 1, 10 * mebibyte)).toBe(64 * mebibyte - mebibyte - 2048 - 10 * mebibyte);
  expect(budgetOf(limits, 1, 60 * mebibyte)).toBe(16 * mebibyte);
});
